(* KEY a97acaa79cfe *)
From Plumbline.proposition Require Import order_math mirror_math printed_math.
intros a x g m n t D c I L O S F T H. rewrite integer_difference_written.
apply (one_of_k a x m n t 0 (t - D) O S F); [lia|lia|]. intros j (J & K).
exact (settled_lowest x g t D c I L T H j J K).
