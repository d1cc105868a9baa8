# unproved.awk - where proofs and the rest of the program meet. Reads what functions.awk prints, and lines
#   verified FILE NAME        a function that is proved against its contract
#   call FILE CALLER CALLEE   a call that Frama-C saw in the text that begins with FILE
# and prints, each once,
#   contract FILE:NAME        what a verified function calls and nobody verifies (NAME alone if src does not define it)
#   caller FILE DEFINED:NAME  that a function of FILE which is not verified mentions a verified one with a precondition
# A name in a file means the function that the file or what it includes defines, or else the shared one of that name.
$1 == "file" { known[$2] = 1 }
$1 == "define" {
    defines[$2, $3] = 1
    if ($4 == "shared") shared[$3] = shared[$3] " " $2
}
$1 == "require" { requires[$2, $3] = 1; asks[$3] = asks[$3] " " $2 }
$1 == "include" { included[$2] = included[$2] " " $3 }
$1 == "verified" { verified[$2, $3] = 1; kernel[$3] = 1 }
$1 == "call" { call[++calls] = $0 }
$1 == "mention" { mention[++mentions] = $0 }
$1 == "unbalanced" { print "unbalanced", $2 }

function place(from, text,   folder) {
    folder = from
    sub(/[^\/]*$/, "", folder)
    if (text in known) return text
    if (("src/" text) in known) return "src/" text
    return (folder text) in known ? folder text : ""
}
# All files that FILE includes, itself among them, by a blank each.
function closure(file,   list, n, i, word, next_one, m, taken) {
    if (file in reached) return reached[file]
    n = 1
    list[1] = file
    taken[file] = 1
    for (i = 1; i <= n; i++) {
        m = split(included[list[i]], word, " ")
        for (; m > 0; m--) {
            next_one = place(list[i], word[m])
            if (next_one != "" && !(next_one in taken)) { taken[next_one] = 1; list[++n] = next_one }
        }
        reached[file] = reached[file] " " list[i]
    }
    return reached[file]
}
function where(file, name,   word, n, i, found) {
    if ((file, name) in answer) return answer[file, name]
    n = split(closure(file), word, " ")
    for (i = 1; i <= n; i++) if ((word[i], name) in defines) found = found " " word[i]
    return answer[file, name] = found != "" ? found : shared[name]
}
function has_precondition(file, name,   word, n, i) {
    if ((file, name) in requires) return 1
    n = split(asks[name], word, " ")
    for (i = 1; i <= n; i++) if (index(closure(file) " ", " " word[i] " ")) return 1
    return 0
}
function is_verified(file, name,   word, n, i) {
    n = split(where(file, name), word, " ")
    for (i = 1; i <= n; i++) if ((word[i], name) in verified) return 1
    return 0
}
function once(line) { if (!printed[line]++) print line }
END {
    for (c = 1; c <= calls; c++) {
        split(call[c], part, " ")
        if (!is_verified(part[2], part[3])) continue
        n = split(where(part[2], part[4]), place_of, " ")
        if (n == 0) once("contract " part[4])
        for (i = 1; i <= n; i++) if (!((place_of[i], part[4]) in verified)) once("contract " place_of[i] ":" part[4])
    }
    for (c = 1; c <= mentions; c++) {
        split(mention[c], part, " ")
        if (!(part[4] in kernel) || ((part[2], part[3]) in verified)) continue
        n = split(where(part[2], part[4]), place_of, " ")
        for (i = 1; i <= n; i++)
            if (((place_of[i], part[4]) in verified) && has_precondition(place_of[i], part[4]))
                once("caller " part[2] " " place_of[i] ":" part[4])
    }
}
