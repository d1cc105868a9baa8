(* KEY 52a0e206bd8d *)
intros u t x v w p a b d e n i j scale l delta mu c s g h k q y N L UT P D A (z & F & H) (r & E & G) K
  (o & f & (T & O) & Y).
exists g, h. split; [split|].
- exact (Q_gradient_in_order u t x v p a b n scale l r g N L E UT G P A).
- exact (Q_gradient_in_order u t x w p d e n scale l z h N L F UT H P D).
- exact (Q_first_turned_in_steps u t i j delta mu c s k q g h o f y UT O T K Y).
