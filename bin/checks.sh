# Sourced by the scripts that compile with checks.
# shellcheck shell=bash

# Prints options for Maven's JVM, with which Error Prone and NullAway take half the time. Normally each of the
# compilations loads them anew, and so they are interpreted most of the time. With these options they are on the class
# path of the JVM, by means of an agent that does nothing else: javac looks there first.
# Prints nothing if their jars cannot be found: the build is only slower then.
# $1: the project's root.
share_checks() {
  local folder=$1/target/checks jar=$1/target/checks/checks.jar
  [[ $jar -nt $1/pom.xml ]] || {
    mkdir -p "$folder"
    make_checks_jar "$1" "$folder" >"$folder/log" 2>&1 || return 0
  }
  echo "-javaagent:$jar -XX:TieredStopAtLevel=4"
}

make_checks_jar() {
  local folder=$2 path plugin
  cat >"$folder/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.takt</groupId><artifactId>checks</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.google.errorprone</groupId><artifactId>error_prone_core</artifactId><version>$(version_of "$1" error-prone)</version></dependency>
    <dependency><groupId>com.uber.nullaway</groupId><artifactId>nullaway</artifactId><version>$(version_of "$1" nullaway)</version></dependency>
  </dependencies>
</project>
POM
  plugin=$(sed -n 's|.*<artifactId>maven-dependency-plugin</artifactId><version>\([^<]*\)<.*|\1|p' "$1/pom.xml")
  mvn -B -f "$folder/pom.xml" "org.apache.maven.plugins:maven-dependency-plugin:$plugin:build-classpath" \
    -Dmdep.outputFile=path || return 1
  IFS= read -r path <"$folder/path" || [[ -n $path ]] || return 1
  echo 'class Checks { public static void premain(String arguments) {} }' >"$folder/Checks.java"
  {
    echo "Premain-Class: Checks"
    echo "Class-Path: file://${path//:/ file://}" | fold -w 70 | sed '2,$ s/^/ /'
  } >"$folder/manifest"
  "$JAVA_HOME/bin/javac" -d "$folder" "$folder/Checks.java" &&
    "$JAVA_HOME/bin/jar" --create --file "$folder/checks.jar" --manifest "$folder/manifest" -C "$folder" Checks.class
}

# The version of a library in the pom.xml of $1.
version_of() {
  sed -n "s|.*<$2.version>\(.*\)</$2.version>.*|\1|p" "$1/pom.xml"
}
