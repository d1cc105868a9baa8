(* sine.v - the meaning of sine and cosine, and of the steps of their evaluation. *)
From Coq Require Import Reals.
From Plumbline.number Require Import exp_rounded.
Open Scope R_scope.

Definition L_rsine (x : R) : R := sin x.
Definition L_rcosine (x : R) : R := cos x.

Definition series_next (sum z coefficient : R) : R := rnd (rnd (sum * z) + coefficient).

(* 1/3! ... 1/17! and 1/2! ... 1/16!, rounded to nearest *)
Definition sine_c3 : R := 6004799503160661 / 36028797018963968.
Definition sine_c5 : R := 4803839602528529 / 576460752303423488.
Definition sine_c7 : R := 3660068268593165 / 18446744073709551616.
Definition sine_c9 : R := 1626697008263629 / 590295810358705651712.
Definition sine_c11 : R := 1892883791434041 / 75557863725914323419136.
Definition sine_c13 : R := 6212541674450185 / 38685626227668133590597632.
Definition sine_c15 : R := 7573384136472607 / 9903520314283042199192993792.
Definition sine_c17 : R := 3563945475987109 / 1267650600228229401496703205376.
Definition cosine_c4 : R := 6004799503160661 / 144115188075855872.
Definition cosine_c6 : R := 6405119470038039 / 4611686018427387904.
Definition cosine_c8 : R := 3660068268593165 / 147573952589676412928.
Definition cosine_c10 : R := 1301357606610903 / 4722366482869645213696.
Definition cosine_c12 : R := 630961263811347 / 302231454903657293676544.
Definition cosine_c14 : R := 7100047627943069 / 618970019642690137449562112.
Definition cosine_c16 : R := 7573384136472607 / 158456325028528675187087900672.

Definition L_sine_series (z : R) : R :=
  series_next (series_next (series_next (series_next (series_next (series_next (series_next
    sine_c17 z (- sine_c15)) z sine_c13) z (- sine_c11)) z sine_c9) z (- sine_c7)) z sine_c5) z (- sine_c3).
Definition L_cosine_series (z : R) : R :=
  series_next (series_next (series_next (series_next (series_next (series_next (series_next
    cosine_c16 z (- cosine_c14)) z cosine_c12) z (- cosine_c10)) z cosine_c8) z (- cosine_c6)) z cosine_c4) z (- (1 /
      2)).
