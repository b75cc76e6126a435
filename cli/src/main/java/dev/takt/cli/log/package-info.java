/// `takt log`: the commands on interval logs.
@NullMarked
package dev.takt.cli.log;

import org.jspecify.annotations.NullMarked;
