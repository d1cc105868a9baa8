(* KEY 36be58479dc4 *)
exists 0%Z. split; [lia|reflexivity].
