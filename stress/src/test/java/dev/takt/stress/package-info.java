/// What no ordinary test can see: every way in which two threads may meet, tried some million times
/// by jcstress. Outcomes that must not be are forbidden, and one of them fails the build.
///
/// In an outcome `\1` stands for what the first group matched: "(.*) -> \1" says that what came out
/// is what went in. A machine with x86 processors shows no store that overtakes another, so it can
/// confirm atomicity but not memory modes; those are argued for in the documentation of each class.
@NullMarked
package dev.takt.stress;

import org.jspecify.annotations.NullMarked;
