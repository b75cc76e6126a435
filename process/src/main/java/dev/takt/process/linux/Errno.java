package dev.takt.process.linux;

/// The errors of Linux that callers distinguish or that users may see.
public final class Errno {

  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int E2BIG = 7;
  public static final int ENOEXEC = 8;
  public static final int EBADF = 9;
  public static final int ECHILD = 10;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int ETXTBSY = 26;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EPIPE = 32;
  public static final int ENOTDIR = 20;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ELOOP = 40;

  private Errno() {}

  /// An error's name and meaning, such as `ENOENT (no such file or directory)`.
  public static String text(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM (operation not permitted)";
      case ENOENT -> "ENOENT (no such file or directory)";
      case ESRCH -> "ESRCH (no such process)";
      case EINTR -> "EINTR (interrupted)";
      case EIO -> "EIO (input/output error)";
      case E2BIG -> "E2BIG (argument list too long)";
      case ENOEXEC -> "ENOEXEC (not a program that the kernel can execute)";
      case EBADF -> "EBADF (bad file descriptor)";
      case ECHILD -> "ECHILD (no child processes)";
      case EAGAIN -> "EAGAIN (resource temporarily unavailable)";
      case ENOMEM -> "ENOMEM (cannot allocate memory)";
      case EACCES -> "EACCES (permission denied)";
      case EISDIR -> "EISDIR (is a directory)";
      case EINVAL -> "EINVAL (invalid argument)";
      case ENFILE -> "ENFILE (too many open files in the system)";
      case EMFILE -> "EMFILE (too many open files)";
      case ETXTBSY -> "ETXTBSY (the file is being written)";
      case ENOSPC -> "ENOSPC (no space left)";
      case EROFS -> "EROFS (read-only file system)";
      case EPIPE -> "EPIPE (broken pipe)";
      case ENOTDIR -> "ENOTDIR (not a directory)";
      case ENAMETOOLONG -> "ENAMETOOLONG (file name too long)";
      case ENOSYS -> "ENOSYS (not known to this kernel)";
      case ELOOP -> "ELOOP (too many symbolic links)";
      default -> "errno " + errno;
    };
  }
}
