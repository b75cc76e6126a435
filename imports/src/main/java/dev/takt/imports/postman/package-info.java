/// Collections of Postman.
@NullMarked
package dev.takt.imports.postman;

import org.jspecify.annotations.NullMarked;
