package dev.takt.cassandra.stress.distribution;

/// The inverse of the error function.
///
/// The polynomials in double precision of Mike Giles: Approximating the erfinv function (GPU
/// Computing Gems, Jade Edition, 2012).
final class InverseErf {

  /// Coefficients from the highest power down, each for a range of `w = -ln((1 - x) * (1 + x))`.
  private static final double[] UP_TO_6_25 = {
    -3.64441206401782e-21,
    -1.6850591381820166e-19,
    1.28584807152564e-18,
    1.1157877678025181e-17,
    -1.333171662854621e-16,
    2.0972767875968562e-17,
    6.637638134358324e-15,
    -4.054566272975207e-14,
    -8.151934197605472e-14,
    2.6335093153082323e-12,
    -1.2975133253453532e-11,
    -5.415412054294628e-11,
    1.0512122733215323e-09,
    -4.112633980346984e-09,
    -2.9070369957882005e-08,
    4.2347877827932404e-07,
    -1.3654692000834679e-06,
    -1.3882523362786469e-05,
    0.00018673420803405714,
    -0.000740702534166267,
    -0.006033670871430149,
    0.24015818242558962,
    1.6536545626831027
  };

  private static final double[] UP_TO_16 = {
    2.2137376921775787e-09,
    9.075656193888539e-08,
    -2.7517406297064545e-07,
    1.8239629214389228e-08,
    1.5027403968909828e-06,
    -4.013867526981546e-06,
    2.9234449089955446e-06,
    1.2475304481671779e-05,
    -4.7318229009055734e-05,
    6.828485145957318e-05,
    2.4031110387097894e-05,
    -0.0003550375203628475,
    0.0009532893797373805,
    -0.0016882755560235047,
    0.002491442096107851,
    -0.003751208507569241,
    0.005370914553590064,
    1.0052589676941592,
    3.0838856104922208
  };

  private static final double[] ABOVE_16 = {
    -2.7109920616438573e-11,
    -2.555641816996525e-10,
    1.5076572693500548e-09,
    -3.789465440126737e-09,
    7.61570120807834e-09,
    -1.496002662714924e-08,
    2.914795345090108e-08,
    -6.771199775845234e-08,
    2.2900482228026655e-07,
    -9.9298272942317e-07,
    4.526062597223154e-06,
    -1.968177810553167e-05,
    7.599527703001776e-05,
    -0.00021503011930044477,
    -0.00013871931833623122,
    1.0103004648645344,
    4.849906401408584
  };

  private InverseErf() {}

  /// The number whose error function is `x`.
  ///
  /// @param x from -1 to 1
  static double of(double x) {
    if (Math.abs(x) == 1) {
      return x * Double.POSITIVE_INFINITY;
    }
    double w = -new PreciseMath().log((1 - x) * (1 + x));
    if (w < 6.25) {
      return polynomial(UP_TO_6_25, w - 3.125) * x;
    }
    if (w < 16) {
      return polynomial(UP_TO_16, Math.sqrt(w) - 3.25) * x;
    }
    return polynomial(ABOVE_16, Math.sqrt(w) - 5) * x;
  }

  private static double polynomial(double[] coefficients, double at) {
    double sum = 0;
    for (double each : coefficients) {
      sum = each + sum * at;
    }
    return sum;
  }
}
