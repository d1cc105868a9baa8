(* KEY a0e87050f61c *)
From Plumbline.proposition Require Import falling_math.
intros c s z b B S. destruct (rising_sink_vanishes c s z b S B) as [N H]. exists N.
intros x m n t p form K F (G & P) X D.
apply (H x m n t F); [|exact K]. intros j (J & L). assert (Y := X j J L). destruct D; subst form; symmetry; exact Y.
