# record.sh - a record of what was tried with a good result, so that the same is not tried twice; sourced by prove and must-fail.
# Sets nothing but functions, which run in the root of the tree. Expects $out, the folder build/proofs.
#
# The record holds for one digest of all that a result depends on; what was tried on other inputs is forgotten. PLUMB_PROOF_CACHE=no
# neither asks it nor adds to it.

# What a result depends on besides its own texts: the tree, what proofs/setup built, the tools and settings from outside.
inputs() {
    local tools
    tools=$(command -v bash awk sed grep gcc cpp frama-c why3 cvc4 cvc5 coqc)
    { find spec src proofs ! -type d -print0 | sort -z | xargs -0 sha256sum
      cat "$out/why3.conf" "$out/coqlib.hash" "$out"/drivers/*
      echo "$tools"
      echo "$tools" | tr '\n' '\0' | xargs -0 sha256sum
      find "$(why3 --print-datadir)" "$(why3 --print-libdir)" "$(frama-c -print-share-path)" "$(frama-c -print-plugin-path)" \
          "$(coqc -where)" -type f -printf '%p %s %T@ %C@\n' | sort
      dpkg-query -W
      frama-c -version; why3 --version; cvc4 --version; cvc5 --version; coqc --version
      env | grep -E '^(PLUMB_PROOF|FRAMAC|WHY3|COQ|OCAML|CAML|LD_|CPATH|C_INCLUDE)' | sort
    } 2>&1 | sha256sum | cut -c1-40
}

# FOLDER, the caller's own, keeps what the record needs. begin_record comes before proofs/setup, whose work is one of the inputs.
begin_record() { mkdir "$1" && touch "$1/begin" "$1/good"; }  # begin_record FOLDER
take_inputs() { inputs > "$1/inputs"; }                       # take_inputs FOLDER

# key_of FILE...: the name of a result, from the texts that are its own.
key_of() { cat "$@" | sha256sum | cut -c1-40; }

recorded() { [ "${PLUMB_PROOF_CACHE:-yes}" = yes ] && [ -f "$out/record/$(cat "$1/inputs")/$2" ]; } # recorded FOLDER KEY
good() { echo "$2" >> "$1/good"; }                                                                 # good FOLDER KEY

# end_record FOLDER [FILE...]: adds the good results, unless the tree, one of the files or a tool has changed since begin_record.
end_record() {
    local folder=$1 digest name key
    shift
    digest=$(cat "$folder/inputs")
    [ "${PLUMB_PROOF_CACHE:-yes}" = yes ] || return 0
    [ -z "$(find spec src proofs "$@" -cnewer "$folder/begin")" ] && [ "$(inputs)" = "$digest" ] || return 0
    mkdir -p "$out/record/$digest"
    for name in "$out/record"/*; do [ "${name##*/}" = "$digest" ] || rm -rf "$name"; done
    while read -r key; do touch "$out/record/$digest/$key"; done < "$folder/good"
}
