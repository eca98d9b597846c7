/** Builds, tests and deployments in many languages: what each says in the lines around the error decides whether it is the same. */
import { each, row, word, type Scene } from './cases.js';

/** The output of the run, for the line that the edit moved the error to and the name that is wrong. */
type Tell = (line: number, name: string) => readonly [command: string, output: string];

const toolchains: Record<string, Tell> = {
  maven: (line, name) => [
    'mvn -q compile',
    `[ERROR] COMPILATION ERROR :\n[ERROR] /repo/src/Cart.java:[${line},17] cannot find symbol\n  symbol:   class ${name}\n  location: class Cart\n[INFO] 1 error\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.1:compile (default-compile) on project cart: Compilation failure\n[ERROR] /repo/src/Cart.java:[${line},17] cannot find symbol\n[ERROR]   symbol:   class ${name}\n[ERROR]   location: class Cart\n[ERROR] -> [Help 1]`,
  ],
  'Gradle and javac': (line, name) => [
    './gradlew test',
    `> Task :compileJava FAILED\n/repo/src/Cart.java:${line}: error: cannot find symbol\n        ${name}();\n        ^\n  symbol:   method ${name}()\n  location: class Cart\n1 error\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileJava'.\n> Compilation failed; see the compiler error output for details.\n\nBUILD FAILED in ${line}s`,
  ],
  'Gradle and a dependency': (line, name) => [
    './gradlew build',
    `FAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not resolve all files for configuration ':compileClasspath'.\n> Could not find com.example:${name}:1.0.\n  Required by:\n      project :\n\nBUILD FAILED in ${line}s`,
  ],
  'Ant and javac': (line, name) => [
    'ant compile',
    `compile:\n    [javac] Compiling 1 source file to /repo/build\n    [javac] /repo/src/Cart.java:${line}: error: cannot find symbol\n    [javac]         ${name}();\n    [javac]         ^\n    [javac]   symbol:   method ${name}()\n    [javac]   location: class Cart\n    [javac] 1 error\n\nBUILD FAILED\n/repo/build.xml:12: Compile failed; see the compiler error output for details.\n\nTotal time: 2 seconds`,
  ],
  'javac and types': (line, name) => [
    'javac Cart.java',
    `Cart.java:${line}: error: method put in class Cart cannot be applied to given types;\n        put(x);\n        ^\n  required: ${name}\n  found:    long\n  reason: argument mismatch\n1 error`,
  ],
  GHC: (line, name) => [
    'cabal build',
    `[1 of 1] Compiling Cart\n\nCart.hs:${line}:5: error: [GHC-88464]\n    Variable not in scope: ${name} :: Int`,
  ],
  Terraform: (line, name) => [
    'terraform plan',
    `╷\n│ Error: Unsupported argument\n│ \n│   on main.tf line ${line}, in resource "x" "y":\n│   ${line}:   ${name} = 1\n│ \n│ An argument named "${name}" is not expected here.\n╵`,
  ],
  'docker build': (line, name) => [
    'docker build .',
    `#1 [internal] load build definition from Dockerfile\n#1 DONE 0.${line}s\n#8 [4/6] RUN npm run ${name}\n#8 ${line}.231 npm ERR! Missing script: "${name}"\n#8 ERROR: process "/bin/sh -c npm run ${name}" did not complete successfully: exit code: 1`,
  ],
  'docker compose up': (_, name) => [
    'docker compose up api',
    `Attaching to api-1\napi-1  | > api@1.0.0 start\napi-1  | Error: Cannot find module './${name}'\napi-1  |     at Module._resolve (node:internal/modules/cjs/loader:1228:15)\napi-1 exited with code 1`,
  ],
  'SQLAlchemy, whose tracebacks end in a remark': (line, name) => [
    'alembic upgrade head',
    `Traceback (most recent call last):\n  File "/repo/env.py", line ${line}, in upgrade\n    run()\nsqlalchemy.exc.ProgrammingError: (psycopg2.errors.UndefinedColumn) column "${name}" does not exist\n[SQL: select ${name}]\n(Background on this error at: https://sqlalche.me/e/20/f405)`,
  ],
  nginx: (line, name) => [
    'nginx -t',
    `nginx: [emerg] unknown directive "${name}" in /etc/nginx/nginx.conf:${line}\nnginx: configuration file /etc/nginx/nginx.conf test failed`,
  ],
  Perl: (line, name) => [
    'perl cart.pl',
    `Global symbol "$${name}" requires explicit package name (did you forget to declare "my $${name}"?) at cart.pl line ${line}.\nExecution of cart.pl aborted due to compilation errors.`,
  ],
  Lua: (line, name) => [
    'lua cart.lua',
    `lua: cart.lua:${line}: attempt to call a nil value (global '${name}')\nstack traceback:\n\tcart.lua:${line}: in main chunk\n\t[C]: in ?`,
  ],
  Django: (_, name) => [
    'python manage.py check',
    `SystemCheckError: System check identified some issues:\n\nERRORS:\nshop.Cart.item: (fields.E300) Field defines a relation with model '${name}', which is either not installed, or is abstract.\n\nSystem check identified 1 issue (0 silenced).`,
  ],
  Flutter: (line, name) => [
    'flutter test',
    `00:0${line % 10} +3 -1: the ${name} holds [E]\n  Expected: <2>\n    Actual: <1>\n  test/cart_test.dart ${line}:5  main.<fn>\n00:0${line % 10} +3 -1: Some tests failed.`,
  ],
};

const afterEdits =
  (tell: Tell, nameIn: (round: number) => string): Scene =>
  (tools, story) =>
    each(8, (_, i) => {
      const [command, output] = tell(12 + i, nameIn(i));
      const edit = tools.replace('src/cart', `one ${word(i)}`, `two ${word(i)}`);
      return [edit, tools.run(command, output, 1)];
    })(tools, story);

const scenes = (nameIn: (round: number) => string): Record<string, Scene> =>
  Object.fromEntries(
    Object.entries(toolchains).map(([of, tell]) => [of, afterEdits(tell, nameIn)]),
  );

row(
  'edit, then a run that says the same, ×8',
  'by 16',
  scenes(() => 'cache'),
);

row('edit, then a run that says something else in the same words, ×8', 'quiet', scenes(word));
