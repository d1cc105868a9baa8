(* The binary64 exponential, operation by operation, as real numbers.

   Every operation of the C function is one exact real operation followed by one rounding to
   nearest, ties to even; no operation overflows where the function is used, so the rounding is
   Flocq's rounding with gradual underflow and no greatest number.  The literals are written as the
   quotients in lowest terms to which Why3 reduces ACSL real literals; `literals` ties each to the
   hexadecimal spelling of the C source. *)
From Coq Require Import Reals Lra.
From Flocq Require Import Core.
Open Scope R_scope.

(* The binary64 format (53 significand bits, least exponent -1074) and rounding into it. *)
Notation binary64_exponent := (FLT_exp (-1074) 53).
Definition binary64 (x : R) : Prop := generic_format radix2 binary64_exponent x.
Definition rnd (x : R) : R := round radix2 binary64_exponent ZnearestE x.

(* Argument reduction: k is the integer nearest to x / ln 2, found by adding and subtracting
   1.5 * 2^52, whose neighbours in binary64 are integers; r is x - k ln 2 with ln 2 in two parts,
   the first short enough for its product with k to be exact. *)
Definition inverse_ln2 : R := 3248660424278399 / 2251799813685248.
Definition magic : R := 6755399441055744.
Definition ln2_high : R := 3048493539143 / 4398046511104.
Definition ln2_low : R := 544487923021427 / 9903520314283042199192993792.

Definition exp_k (x : R) : R := rnd (rnd (rnd (x * inverse_ln2) + magic) - magic).

Definition exp_r (x : R) : R :=
  rnd (rnd (x - rnd (exp_k x * ln2_high)) - rnd (exp_k x * ln2_low)).

(* The polynomial 1 + r + r^2 (c2 + c3 r + ... + c12 r^10), its inner sum by Horner's rule. *)
Definition exp_c12 : R := 5057041541029877 / 2417851639229258349412352.
Definition exp_c11 : R := 3793951128972695 / 151115727451828646838272.
Definition exp_c10 : R := 5205421474262961 / 18889465931478580854784.
Definition exp_c9 : R := 3253386182048235 / 1180591620717411303424.
Definition exp_c8 : R := 3660068272341949 / 147573952589676412928.
Definition exp_c7 : R := 3660068275154767 / 18446744073709551616.
Definition exp_c6 : R := 1601279867508869 / 1152921504606846976.
Definition exp_c5 : R := 4803839602524043 / 576460752303423488.
Definition exp_c4 : R := 3002399751580331 / 72057594037927936.
Definition exp_c3 : R := 6004799503160663 / 36028797018963968.
Definition exp_c2 : R := 1 / 2.

Definition exp_step (q r c : R) : R := rnd (q * r + c).

Definition exp_horner (r : R) : R :=
  exp_step (exp_step (exp_step (exp_step (exp_step
  (exp_step (exp_step (exp_step (exp_step (exp_step
    exp_c12 r exp_c11) r exp_c10) r exp_c9) r exp_c8) r exp_c7)
    r exp_c6) r exp_c5) r exp_c4) r exp_c3) r exp_c2.

Definition exp_poly (r : R) : R :=
  rnd (1 + rnd (rnd (r * r) * exp_horner r + r)).

(* 2^n is applied in two factors, because 2^n alone need not be a normal number. *)
Definition exp_scale (p s1 s2 : R) : R := rnd (rnd (p * s1) * s2).

Lemma literals :
  inverse_ln2 = 0x1.71547652b82fep+0 /\ magic = 0x1.8p52 /\
  ln2_high = 0x1.62e42fefa3800p-1 /\ ln2_low = 0x1.ef35793c76730p-45 /\
  exp_c12 = 0x1.1f75a3caadff5p-29 /\ exp_c11 = 0x1.af5282aacdb2ep-26 /\
  exp_c10 = 0x1.27e4da1e12fb1p-22 /\ exp_c9 = 0x1.71ddfff6573d6p-19 /\
  exp_c8 = 0x1.a01a01a74077ap-16 /\ exp_c7 = 0x1.a01a01ac9de9ep-13 /\
  exp_c6 = 0x1.6c16c16c16214p-10 /\ exp_c5 = 0x1.111111110ff8bp-7 /\
  exp_c4 = 0x1.5555555555556p-5 /\ exp_c3 = 0x1.5555555555557p-3 /\ exp_c2 = 0x1p-1.
Proof.
  unfold inverse_ln2, magic, ln2_high, ln2_low, exp_c12, exp_c11, exp_c10, exp_c9, exp_c8, exp_c7,
    exp_c6, exp_c5, exp_c4, exp_c3, exp_c2.
  repeat split; lra.
Qed.
