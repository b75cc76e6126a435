/// What recording costs, beside HdrHistogram's classes for the same: run by `bench/record`.
@NullMarked
package dev.takt.bench;

import org.jspecify.annotations.NullMarked;
