/* An axiom in a header, broken over lines as no search by line would find it, and hidden as
   Frama-C's own headers are. */
#pragma fc_stdlib(push, "stddef.h")
/*@ axiomatic Hidden {
      logic integer canary_hidden(integer x);
      axiom
        canary_axiom
        : \forall integer x; canary_hidden(x) == x + 1;
    }
*/
#pragma fc_stdlib(pop)
