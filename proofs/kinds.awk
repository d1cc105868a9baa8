# kinds.awk - counts goals by what they say. Reads the lines of ledgers (goal kind); prints one line.
function count(kind) { counted[kind]++; if (!(kind in plural) && other == "") other = $1 }
BEGIN {
    kinds = split("lemma ensures assert invariant variant requires rte assigns smoke", kind, " ")
    split("lemmas,postconditions,assertions,invariants,variants,preconditions of calls," \
          "memory and overflow,assigns,smoke tests", word, ",")
    for (i = 1; i <= kinds; i++) plural[kind[i]] = word[i]
}
$2 == "smoke" {
    count("smoke")
    if ($1 ~ /_wp_smoke_dead_(code|call)(_[0-9]+)?$/) single++
    next
}
/^lemma_/ { count("lemma"); next }
match($1, /_(ensures|assert|assert_rte|loop_invariant|loop_variant|requires|assigns|loop_assigns)(_|$)/) {
    found = substr($1, RSTART + 1, RLENGTH - 1)
    sub(/^assert_rte/, "rte", found)
    sub(/^loop_/, "", found)
    sub(/_$/, "", found)
    count(found)
    next
}
{ count("other") }
END {
    for (i = 1; i <= kinds; i++) line = line (i > 1 ? ", " : "") counted[kind[i]] + 0 " " plural[kind[i]]
    print line " (" single + 0 " of single statements and calls)"
    if (other != "") { print "RED: a goal of no known kind: " other; exit 1 }
}
