/// Formatting of figures for people, the same in all messages and tables.
@NullMarked
package dev.takt.load.text;

import org.jspecify.annotations.NullMarked;
