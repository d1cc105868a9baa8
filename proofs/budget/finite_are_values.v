(* KEY c51185cad854 *)
intros memory p n H. exists (fun k => ieee_float.Float64.t'real (memory (shift p k))). intros k x L U.
split; [reflexivity|exact (H k L U)].
