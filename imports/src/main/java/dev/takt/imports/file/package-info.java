/// Files of other programs: how they are read, and which kind they are.
@NullMarked
package dev.takt.imports.file;

import org.jspecify.annotations.NullMarked;
