/// What the tables and the JSON documents of all commands share.
@NullMarked
package dev.takt.cli.render;

import org.jspecify.annotations.NullMarked;
