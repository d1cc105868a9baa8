/* gradient.h - the kernels of src/gradient, a panel of a row at a time. */
#ifndef PLUMB_FAST_GRADIENT_H
#define PLUMB_FAST_GRADIENT_H
#include "fast/strides.h"

/* The products of weights p and their gradients y join delta; of hidden keys they are 0, as if they did not. */
/*@ requires reads: reads_panel(p, p_rad) && reads_panel(y, y_rad) && \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(delta);
    requires apart:
      \separated(delta, p + (0 .. PLUMB_PANEL - 1)) && \separated(delta, p_rad + (0 .. PLUMB_PANEL - 1)) &&
      \separated(delta, y + (0 .. PLUMB_PANEL - 1)) && \separated(delta, y_rad + (0 .. PLUMB_PANEL - 1)) &&
      \separated(delta, visible + (0 .. PLUMB_PANEL - 1));
    assigns delta->sum[0 .. PLUMB_STRIDES - 1], delta->spread[0 .. PLUMB_STRIDES - 1];
*/
void plumb_delta_add(const double *p, const double *p_rad, const double *y, const double *y_rad,
                     const unsigned char *visible, plumb_strides *delta);

/*@ predicate panels_apart{L}(double *mid, double *rad, double *x, double *x_rad) =
      \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), x + (0 .. PLUMB_PANEL - 1)) &&
      \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), x_rad + (0 .. PLUMB_PANEL - 1)); */

/* The gradients of plumb_score_gradient, where `shared` is that of the log-sum-exp less delta; 0 of hidden keys. */
/*@ requires reads: reads_panel(p, p_rad) && reads_panel(y, y_rad) && \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible) && panels_apart(mid, rad, p, p_rad) &&
                    panels_apart(mid, rad, y, y_rad);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_score_gradients(const double *p, const double *p_rad, const double *y, const double *y_rad,
                                 plumb_ball shared, const unsigned char *visible, double *mid, double *rad);

/* As plumb_capped_gradient, but of hidden keys 0. */
/*@ requires reads: reads_panel(capped, capped_rad) && \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible) && panels_apart(mid, rad, capped, capped_rad);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_capped_gradients(const double *capped, const double *capped_rad, double cap,
                                  const unsigned char *visible, double *mid, double *rad);

/* As plumb_scaled_gradient, but of hidden keys 0. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_scaled_gradients(plumb_ball scale, const unsigned char *visible, double *mid, double *rad);
#endif
