# model.awk - gives the specification symbols of a goal their meaning.
#   awk -v symbols=FILE -f model.awk GOAL.v      FILE: lines `SYMBOL LIBRARY`, LIBRARY under Plumbline
# Why3 prints the context of a goal as paragraphs. Of a symbol with a model the declaration goes; the definition of
# holds_NAME in its place lets Coq compare the type that the model gives with the type that WP printed.
# A floating-point literal, printed as a Parameter with an axiom on its value, becomes a notation with a lemma, and the
# ranges and conversions of C's integer types become definitions with lemmas.

BEGIN {
    RS = "\n"; ORS = "\n\n"
    while ((getline line < symbols) > 0) { split(line, part, " "); library[part[1]] = part[2] }
    RS = ""
}
function name_of(text,   word) { split(text, word, /[ \n:]+/); return word[2] }
{
    name = name_of($0)
    base = name; sub(/_WhyType$/, "", base)
}
# type A_seq: its declaration, its instance of WhyType, and the command that registers the instance
/^Axiom A_[A-Za-z0-9_]+ *:[ \n]*Type\./ && (name in library) {
    print "Definition holds_" name " : Type := Plumbline." library[name] "." name "."
    print "Definition holds_" name "_WhyType : WhyType " name " := Plumbline." library[name] "." name "_WhyType."
    print "Existing Instance " name "_WhyType."
    next
}
/^Parameter A_[A-Za-z0-9_]+_WhyType/ && (base in library) { next }
/^Existing Instance A_/ && (base in library) { next }
/^Parameter [ALP]_/ && (name in library) {
    type = $0
    sub(/^Parameter [^ \n:]+ *:/, "", type)
    sub(/\.$/, "", type)
    print "Definition holds_" name " : " type " := Plumbline." library[name] "." name "."
    next
}
/^Parameter fliteral[0-9]*:[ \n]*ieee_float\.Float64\.t\./ { pending = name; next }
pending != "" && /^Axiom fliteral_axiom[0-9]* / && index($0, "real " pending ")") {
    value = $0
    sub(/.*=[ \n]*/, "", value)
    sub(/\)\.$/, "", value)
    print "Notation " pending " := (Plumbline.realization.literal.literal " value ")."
    sub(/^Axiom/, "Lemma")
    print $0 "\nProof. Plumbline.realization.literal.exact_literal. Qed."
    pending = ""
    next
}
# is_uint64 and the other ranges of C's integer types: defined by the equivalence that WP states next
/^Parameter is_[us]int[0-9]+: Numbers\.BinNums\.Z -> Prop\.$/ { pending = name; next }
pending != "" && $0 ~ ("^Axiom " pending "_def ") {
    value = $0
    sub(/.*<->/, "", value)
    print "Definition " pending " (x:Numbers.BinNums.Z) : Prop := " value
    sub(/^Axiom/, "Lemma")
    print $0 "\nProof. intro x. apply iff_refl. Qed."
    pending = ""
    next
}
# to_uint64 and the other conversions to C's integer types: reduction into the range, and the two facts that WP states
/^Parameter to_[us]int(8|16|32|64): Numbers\.BinNums\.Z -> Numbers\.BinNums\.Z\.$/ {
    width = name; gsub(/[^0-9]/, "", width)
    print "Definition " name " (x:Numbers.BinNums.Z) : Numbers.BinNums.Z := Plumbline.realization.integer." \
        (name ~ /_u/ ? "to_unsigned " : "to_signed ") width "%Z x."
    next
}
/^Axiom is_to_[us]int(8|16|32|64) / {
    sub(/^Axiom/, "Lemma")
    print $0 "\nProof. Plumbline.realization.integer.conversion_range. Qed."
    next
}
/^Axiom id_[us]int(8|16|32|64) / {
    sub(/^Axiom/, "Lemma")
    print $0 "\nProof. Plumbline.realization.integer.conversion_id. Qed."
    next
}
pending != "" { print "model.awk: no definition of " pending > "/dev/stderr"; exit 1 }
{ print }
