# needed.awk - leaves out of the context of a goal the lemmas, and the definitions of specification symbols, that
# neither its statement nor its script mentions, nor what is kept: most of a goal is such, and Coq reads it again for
# each.
#   awk -f needed.awk STATEMENT SCRIPT -      the context, in paragraphs, is the standard input
# A proof that needs what was left out fails.

BEGIN { RS = ""; ORS = "\n\n" }
function mention(text,   word, count) {
    gsub(/[^A-Za-z0-9_]+/, " ", text)
    for (count = split(text, word, " "); count > 0; count--) mentioned[word[count]] = 1
}
function leaves_out(text,   word) {
    sub(/^\(\* Why3 assumption \*\)\n/, "", text)
    split(text, word, /[ \n:]+/)
    return text ~ /^(Axiom +Q|Definition +[LP])_/ && !(word[2] in mentioned)
}
FILENAME != "-" { mention($0); next }
{ paragraph[++paragraphs] = $0 }
END {
    # what a paragraph mentions stands above it
    for (i = paragraphs; i > 0; i--)
        if (leaves_out(paragraph[i])) delete paragraph[i]
        else mention(paragraph[i])
    for (i = 1; i <= paragraphs; i++) if (i in paragraph) print paragraph[i]
}
