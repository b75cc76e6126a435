/// How far the monotonic clocks of other machines are ahead of ours, with an error that is stated
/// and holds. `docs/explanation/clocks.md` says why.
@NullMarked
package dev.takt.runs.clock;

import org.jspecify.annotations.NullMarked;
