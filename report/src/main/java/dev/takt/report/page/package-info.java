/// The page's input: runs and logs as documents and packs, and the self-contained report.
@NullMarked
package dev.takt.report.page;

import org.jspecify.annotations.NullMarked;
