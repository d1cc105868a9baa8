# Tables of Markdown from the records of results/: input, all records; $tables, tables.json; $names, which of them;
# $what: "tables", "curves" of their runs, or "summary".  A row with several seeds has the mean and, in brackets, the
# least and the greatest.

def mean: add / length;
def digits($n): . * pow(10; $n) | round / pow(10; $n) | tostring
    | if contains(".") then . else . + "." end
    | (split(".")) as [$whole, $part] | $whole + "." + ($part + "0000")[0:$n];
def spread($n): if length == 0 then "" elif length == 1 then .[0] | digits($n)
    else "\(mean | digits($n)) (\(min | digits($n)) to \(max | digits($n)))" end;

def last: .measured[-1];
def strongest: [.sink | (.["sink"] // .["1"]).alpha[][]] | max;
def shares($key): [.[] | last.sink[$key] | select(. != null)];
def share($key): shares($key)
    | if all(.percent_least == .percent_most) then map(.percent_least) | spread(2)
      else "\(map(.percent_least) | min | digits(2)) to \(map(.percent_most) | max | digits(2))" end;
def norm_ratio: [.activations[].norm_ratio] | max;
def runs_of($row): map(select(.model == $row.model and ([.seed] | inside($row.seeds // [1]))));

# Sink_1 of softmax when it first predicted as well, between two points of its curves; null if it never did.
def curve_at($loss): . as $curve | first(range(length) | select($curve[.][1] <= $loss))
    | if . == 0 then $curve[0][2]
      else $curve[. - 1] as [$_, $before, $least] | $curve[.] as [$_, $after, $most]
      | $least + ($most - $least) * ($before - $loss) / ($before - $after) end;
def softmax_at($loss): [.[] | select(.model == "softmax") | .curve | curve_at($loss)]
    | if . == [] then null else mean end;

# ---- what the paper says beside what is seen: sinks, more than 1 % of heads in every seed; none, at most 1 % ----

def seen($key): shares($key)
    | if all(.percent_least > 1) then "sinks" elif all(.percent_most <= 1) then "none" else "seeds disagree" end;
def judged($said; $seen): if $seen == "seeds disagree" then $seen elif $said == $seen then "as the paper says"
    elif $seen == "none" then "not seen at this size" else "contradicted" end;
def verdict($row; $runs): . as $all
    | [$row.says | to_entries[] | .key as $key | judged(.value; $runs | seen($key))] as $each
    | ($all | softmax_at([$runs[] | last.loss] | mean) // 0) as $softmax
    | ["contradicted", "seeds disagree", "not seen at this size", "as the paper says"]
    | first(.[] | select([.] | inside($each)))
    | if . == "as the paper says" and ([$row.says[]] | unique) == ["none"] and $softmax <= 1
      then "none, but neither has softmax at that loss" else . end;
def here($row; $runs): if $runs == [] or $row.says == null then "" else verdict($row; $runs) end;

def row($row): . as $all | runs_of($row) as $runs
    | if $runs == [] then "| \($row.model) | not trained yet |" + " |" * 9
      else "| \($row.model) | \($runs | length) | \($runs | map(last.step) | max) | "
        + "\([$runs[] | last.loss] | spread(3)) | "
        + ([$runs | share("1", "2", "3", "sink")] | join(" | "))
        + " | \([$runs[] | last | strongest] | spread(2)) | \([$runs[] | last | norm_ratio] | spread(1)) | "
        + "\([$all | softmax_at([$runs[] | last.loss] | mean) | select(. != null)] | spread(2)) |"
      end
    | . + " \($row.paper // "") | \($all | here($row; $runs)) |";

def table($table): . as $all
    | "| model | seeds | steps | loss | Sink_1 | Sink_2 | Sink_3 | Sink_* | largest alpha | norm ratio "
        + "| softmax at that loss | the paper | here |",
      "|\("---|" * 13)",
      ($table.rows[] as $row | $all | row($row));

# The curve of each run of a table, at most eight of its points.
def curves($table): . as $all
    | "| model | seed | step | loss | Sink_1 | largest alpha | norm ratio |", "|---|---|---|---|---|---|---|",
      ($table.rows[] as $row | $all[] | select(.model == $row.model) | . as $run
       | (.curve | length - 1) as $final | [range(8) | . * $final / 7 | floor] | unique[] as $at
       | $run.curve[$at] as [$step, $loss, $share, $alpha, $ratio]
       | "| \($run.model) | \($run.seed) | \($step) | \($loss | digits(3)) | \($share | digits(2)) | "
        + "\($alpha | digits(2)) | \($ratio | digits(1)) |");

# How much is on record, and its rows by what they say to the paper: of a model that several tables have, the first.
def summary: . as $all
    | ([.[] | select(.recipe.measured_fixed_token == -1)]) as $trained
    | [$tables[0][].rows[] | select(.says != null)] as $rows
    | reduce $rows[] as $row ([]; if any(.[]; .model == $row.model) then . else . + [$row] end)
    | map(. as $row | ($all | runs_of($row)) as $runs | select($runs != [])
          | [.says | keys[] as $key | "Sink_\($key | sub("sink"; "*")) \($runs | share($key))"] as $shares
          | {says: ($all | here($row; $runs)), told: "\(.model) (\($shares | join(", ")))"})
    | "\($trained | length) models are trained, \([$trained[] | last.step] | add) steps of \($trained[0].recipe
        | .batch * .context) tokens in \([$trained[].seconds] | add / 3600 | digits(1)) hours.",
      "", "| here | rows |", "|---|---|",
      (("as the paper says", "none, but neither has softmax at that loss", "seeds disagree", "not seen at this size",
        "contradicted") as $kind
       | "| \($kind) | \([.[] | select(.says == $kind) | .told] | join("; ")) |");

. as $all | if $what == "summary" then "", summary else $names
    | if . == ["all"] then $tables[0] | keys_unsorted else . end
    | .[] as $name | $tables[0][$name] // error("no table \($name)")
    | if $what == "curves" then "", (. as $table | $all | curves($table))
      else "", "**\(.title)**", "", (. as $table | $all | table($table)) end end
