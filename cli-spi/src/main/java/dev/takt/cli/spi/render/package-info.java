/// Text for people: columns, wrapped paragraphs, colours, units.
@NullMarked
package dev.takt.cli.spi.render;

import org.jspecify.annotations.NullMarked;
