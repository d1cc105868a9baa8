# The reports of `plumb diff --json`, one object each, into the tables of docs/engines.md.

def name: .source | sub(".*/"; "") | sub("\\.safetensors$"; "");
def is_finding: .source | test("/findings/");
def stated_wrongly: (.note // "") | startswith("stated wrongly");

# One layer of a trained model is not an engine of its own.
def engine: .engine.name | sub(", layer [0-9]+$"; "");
def package: engine | if test("^onnx ") then "onnx" elif test("^ONNX Runtime") then "ONNX Runtime"
    else split(" ")[0] end;
def release: .engine.version;

def worst: [.[].tensors[].worst_expected_ratio.decimal // "0" | tonumber] | max;
def two_digits: . * 100 | round | tostring | ("000" + .)[-(if length > 3 then length else 3 end):]
    | .[:-2] + "." + .[-2:];

def stated($word): if . then $word else empty end;
def value_unless($usual; $word): if . == null or . == $usual then empty else $word + . end;

def operator_features: .conventions as $c | .problem as $p
    | ($c.operator | value_unless("softmax"; "")), ($c.normalisation | value_unless("none"; "over ")),
      ($c.sink | value_unless("none"; "sink ")), (($c.softcap // 0) != 0 | stated("softcap")),
      ($c.softcap_order | value_unless("cap-bias-mask"; "")), ($c.bias | stated("bias")),
      ($c.value_bias | stated("value bias")), ($c.gate | values | "gate"),
      ($p.scale | values | "scale"),
      ($p.gqa == "tile" | stated("heads by remainder")),
      ($p.gqa != "tile" and $p.key_heads < $p.query_heads | stated("grouped heads")),
      ($p.value_dim != $p.head_dim | stated("values of another size")),
      ($p.batch > 1 | stated("batch"));

def position_features: .position as $p | .problem as $problem
    | if $p.position == "none" or $p.position == null then empty
      elif $p.position == "rope" then
          "rope " + $p.rope.rope_layout, ($p.rope.rope_scaling | value_unless("none"; "rope ")),
          ($p.rope.rope_cos | stated("rope tables")),
          ($p.rope.rope_dim < $problem.head_dim | stated("rope partial"))
      elif $p.position == "alibi" then "alibi " + $p.alibi_form, ($p.slopes | stated("slopes"))
      elif $p.position == "sinusoidal" then "sinusoidal " + $p.sinusoidal_layout
      else $p.position end,
      ($p.query_positions or $p.key_positions | stated("position ids"));

def mask_features: .masks as $m | .problem as $p | .empty_rows as $empty
    | ($m.causal | stated("causal")),
      (("window", "prefix", "streaming", "chunk") | select($m[.] != null)),
      ($m.segments | stated("documents")), ($m.allowed | stated("boolean mask")),
      ($m.causal and ($p.offset // 0) != 0 | stated("offset")),
      ($empty > 0 | stated("empty rows " + $p.empty_row));

def claim_features: .tensors | keys[] | select(. != "output");

# A convention stated wrongly is not one of the engine.
def distinct(features): [.[] | select(is_finding and stated_wrongly | not) | features] | unique
    | join(", ");
def cell: if . == "" then "none" else . end;

def counts: ([.[] | select(is_finding | not)] | length) as $cases
    | ([.[] | select(is_finding and stated_wrongly)] | length) as $told
    | ([.[] | select(is_finding and (stated_wrongly | not))] | length) as $otherwise
    | "\($cases) | \($told) | \($otherwise)";

# The ratio is of the cases: a finding is beyond its expected error.
def judged: [.[] | select(is_finding | not)];
def ratio: judged | if length == 0 then "" else worst | two_digits end;

def package_row: "| \(.[0] | package) | \([.[] | release] | unique | join(", ")) | \([.[] | engine]
    | unique | length) | \(counts) | \(ratio) |";

def engine_row: "| \(.[0] | engine) | \([.[] | release] | unique | join(", ")) | \(counts) | \([.[]
    | .precision.name] | unique | join(", ")) | \(ratio) | \(distinct(operator_features) | cell) | \(
    distinct(position_features) | cell) | \(distinct(mask_features) | cell) | \(
    distinct(claim_features) | cell) |";

def finding_row: "| `\(name)` | \(engine) \(release) | \([.tensors | to_entries[]
    | "\(.key) \(.value.verdict)"] | join(", ")) | \(.note) |";

def by_engine: group_by([package, engine]);

(
  "## Packages", "",
  "| package | releases | entry points | cases | misstated | faults | worst ratio |",
  "|---|---|---|---|---|---|---|",
  (group_by(package)[] | package_row),
  "| all | | \([.[] | engine] | unique | length) | \(counts) | \(ratio) |",
  "", "## Entry points", "",
  "| engine | release | cases | misstated | faults | precision | worst ratio | operator | position | mask | besides the output |",
  "|---|---|---|---|---|---|---|---|---|---|---|",
  (by_engine[] | engine_row),
  "", "## Faults", "",
  "| finding | engine | verdict | what |",
  "|---|---|---|---|",
  ([.[] | select(is_finding and (stated_wrongly | not))] | sort_by(name)[] | finding_row),
  "", "## Misstated conventions", "",
  "| finding | engine | verdict | what |",
  "|---|---|---|---|",
  ([.[] | select(is_finding and stated_wrongly)] | sort_by(name)[] | finding_row)
)
