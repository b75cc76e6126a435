/// Text for Takt's modules: file names and excerpts that can be printed.
@NullMarked
package dev.takt.record.text;

import org.jspecify.annotations.NullMarked;
