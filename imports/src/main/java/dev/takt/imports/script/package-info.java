/// Scripts of k6.
@NullMarked
package dev.takt.imports.script;

import org.jspecify.annotations.NullMarked;
