/// YCSB's output formats, for scripts that read them.
@NullMarked
package dev.takt.cli.render.ycsb;

import org.jspecify.annotations.NullMarked;
