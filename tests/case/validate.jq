# validate.jq - jq -n --slurpfile schema SCHEMA -f validate.jq: of each input {name, value} that the JSON Schema does not
# accept, its name and why.  Knows the keywords that `plumb COMMAND --json-schema` writes, and refuses others.  With
# --argjson strict true a member that the schema does not list is a fault, too, where it says nothing of others.
def known: ["$schema", "title", "description", "type", "enum", "const", "properties", "additionalProperties", "required",
    "minProperties", "minimum", "maximum", "exclusiveMinimum", "multipleOf", "anyOf", "allOf", "if", "then",
    "dependentSchemas", "$ref", "$defs", "items", "minItems", "maxItems"];
def has_type($t): if $t == "integer" then type == "number" and . == floor else type == $t end;
def faults($s): . as $v
    | (($s | keys) - known | select(. != []) | "keyword \(.)"),
      ($s["$ref"] | select(. != null) | ltrimstr("#/$defs/") as $name
          | $schema[0]["$defs"][$name] as $d | $v | faults($d)),
      ($s.type | select(. != null) | [.] | flatten | select(any(.[]; . as $t | $v | has_type($t)) | not) | "type"),
      ($s.enum | select(. != null) | select(index([$v]) == null) | "\($v) is none of \(.)"),
      (select($s | has("const")) | select($v != $s.const) | "const"),
      (select(type == "number") |
          (select($s.minimum != null and $v < $s.minimum), select($s.maximum != null and $v > $s.maximum),
           select($s.exclusiveMinimum != null and $v <= $s.exclusiveMinimum),
           select($s.multipleOf != null and $v % $s.multipleOf != 0)) | "\($v) is out of its domain"),
      (select(type == "object") |
          (($s.required // [])[] | select(in($v) | not) | "\(.) is missing"),
          (select($s.minProperties != null and length < $s.minProperties) | "too few"),
          (keys[] | . as $key | if $s.properties[$key] != null then ($v[$key] | faults($s.properties[$key]))
              elif ($s.additionalProperties | type) == "object" then ($v[$key] | faults($s.additionalProperties))
              else select($s.additionalProperties == false or ($ARGS.named.strict and $s.properties != null))
                  | "\(.) is unknown" end),
          (($s.dependentSchemas // {}) | to_entries[] | select(.key | in($v)) | .value as $d | $v | faults($d))),
      (select(type == "array" and $s.items != null) | .[] | faults($s.items)),
      (select(type == "array") | select(length < ($s.minItems // 0) or length > ($s.maxItems // length))
          | "\(length) items"),
      ($s.anyOf | select(. != null) | select(any(.[]; . as $one | [$v | faults($one)] == []) | not) | "none of \(tojson)"),
      (($s.allOf // [])[] as $one | $v | faults($one)),
      (select($s.if != null) | select([$v | faults($s.if)] == []) | faults($s.then));
inputs | .name as $name | [.value | faults($schema[0])] | select(. != []) | "\($name): \(join("; "))"
