# fill.awk - completes a realization template of `why3 realize` with our proofs.
#   awk -f fill.awk OURS.fill TEMPLATE.v > REALIZATION.v
#
# The template states every symbol and axiom of the installed theory; a fill file says what becomes of each of them:
#   (* prelude *)          text in front of the first item of the template
#   (* fill NAME ... *)    the definition or proof script of these items, between their `Proof.` and `Qed.`
#   (* refute NAME *)      the axiom is false: NAME_is_false states its negation, proved by this script
#   (* omit NAME ... *)    the axiom is left out, so that no proof can use it
#   (* after NAME *)       text behind an item
# An item of the template without a directive, or a directive without an item, is an error: the installed theory is
# then not the one that the fill file was written for.

function fail(message) { print FILENAME ": " message > "/dev/stderr"; failed = 1; exit 1 }

# --- the fill file
NR == FNR && /^\(\* (prelude|((fill|refute|omit|after) .*)) \*\)$/ {
    directive = $2
    count = 0
    for (i = 3; i < NF; i++) {
        names[++count] = $i
        if (directive == "after") continue
        if ($i in use) fail("two directives for " $i)
        use[$i] = directive
    }
    next
}
NR == FNR {
    if (directive == "prelude") prelude = prelude $0 "\n"
    if (directive == "fill" || directive == "refute")
        for (i = 1; i <= count; i++) body[names[i]] = body[names[i]] $0 "\n"
    if (directive == "after") { after[names[1]] = after[names[1]] $0 "\n" }
    next
}

# --- the template
/^\(\* Why3 (goal|assumption) \*\)$/ {
    if (!started) { printf "%s", prelude; started = 1 }
    if ($3 == "assumption") { print; next }
    in_item = 1; name = ""
    next
}
in_item && name == "" {
    name = $2
    if (!(name in use)) fail("the installed theory states " name ", which the fill file does not treat")
    seen[name] = 1
    if (use[name] == "refute") sub(name " *:", name "_is_false : ~ (")
    if (use[name] == "refute" && $0 !~ /_is_false : ~ \(/) fail("cannot refute " name)
}
in_item && /^Proof\.$/ { in_proof = 1; if (use[name] != "omit") printf "Proof.\n%s", body[name]; next }
in_item && /^(Qed|Defined)\.$/ {
    if (use[name] != "omit") print
    if (name in after) printf "\n%s", after[name]
    in_item = 0; in_proof = 0; delete after[name]
    next
}
in_proof { next }
in_item {
    if (use[name] == "refute" && /\.$/) sub(/\.$/, ").")
    if (use[name] != "omit") print
    next
}
{ print }

END {
    if (failed) exit 1
    for (name in use) if (!(name in seen)) {
        print "fill file: no item " name " in the installed theory" > "/dev/stderr"
        failed = 1
    }
    for (name in after) { print "fill file: no item " name " to put text behind" > "/dev/stderr"; failed = 1 }
    exit failed
}
