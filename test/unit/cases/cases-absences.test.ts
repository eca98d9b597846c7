/** Cases of what is not there, and well so: open ports, names that were taken out, servers that still start, things by their names. */
import { each, row, word, type Scene } from './cases.js';

const ports = (command: (port: number) => string): Scene =>
  each(12, (tools, i) => tools.run(command(3000 + i * 7), '', 1));

/** Names are taken out of files, and then looked for, one after the other. */
const renamed =
  (isTakenOut: boolean, isSubstituted: boolean): Scene =>
  (tools, story) => {
    const [rounds, old] = [12, (i: number) => `${word(i)}Legacy`];
    for (let i = 0; i < rounds; i++) {
      const name = isTakenOut ? old(i) : word(i);
      story.step(
        isSubstituted
          ? tools.run(`sed -i 's/\\b${name}\\b/${word(i)}Next/g' src/${word(i)}.ts`, '')
          : tools.replace(`/w/src/${word(i)}.ts`, `${name}(row);`, `${word(i)}Next(row);`),
      );
    }
    for (let i = 0; i < rounds; i++) {
      story.step(
        isSubstituted ? tools.run(`grep -rn "${old(i)}" src`, '', 1) : tools.search(old(i), ''),
      );
    }
  };

/** @param rounds answers before it is up */
const pinged =
  (command: string, no: string, yes: string | undefined, rounds = 7): Scene =>
  (tools, story) => {
    story.step(tools.run('docker compose up -d store', ' Container shop-store-1  Started'));
    for (let i = 0; i < rounds; i++) {
      story.step(tools.run(command, no, 1));
    }
    if (yes !== undefined) {
      story.step(tools.run(command, yes));
    }
  };
const refused = 'Could not connect to Redis at 127.0.0.1:6379: Connection refused';

describe('cases: what is not there, and well so', () => {
  row('ever other ports, none of which is in use', 'watch at most', {
    'asked by `lsof`': ports((port) => `lsof -i :${port}`),
    'asked by its listeners': ports((port) => `lsof -nP -iTCP:${port} -sTCP:LISTEN`),
    'asked by `ss`': ports((port) => `ss -ltn | grep :${port}`),
    'asked by `nc`': ports((port) => `nc -z localhost ${port}`),
  });
  row('ever other processes, looked for in ever other ways', 's by 12', {
    'none is there': each(13, (tools, i) =>
      i % 2 === 0
        ? tools.run(`pgrep -fl ${word(i)}`, '', 1)
        : tools.run(`find / -name "*${word(i)}*" -not -path "/proc/*"`, ''),
    ),
  });

  row('one question to ever other places, with nothing there', 'watch at most', {
    'the namespaces of a cluster': each(14, (tools, i) =>
      tools.run(`kubectl get pods -n ${word(i)}`, `No resources found in ${word(i)} namespace.`),
    ),
    'the tables of a database': each(14, (tools, i) =>
      tools.run(
        `psql -c "select id, name from ${word(i)} where deleted_at is not null"`,
        ' id | name \n----+------\n(0 rows)',
      ),
    ),
    'the machines of a fleet': each(12, (tools, i) =>
      tools.run(`ssh web${i} systemctl is-active nginx`, 'inactive', 3),
    ),
    'files without a word, counted': each(14, (tools, i) =>
      tools.run(`grep -c TODO src/${word(i)}.ts`, '0', 1),
    ),
  });
  row('what there is of ever other things, by their names', 'watch at most', {
    'packages of a project': each(14, (tools, i) =>
      tools.run(`npm ls ${word(i)}`, 'shop@1.0.0 /w\n└── (empty)', 1),
    ),
    'why they are there': each(14, (tools, i) =>
      tools.run(`npm explain ${word(i)}`, `npm error No dependencies found matching ${word(i)}`, 1),
    ),
    'packages of another kind': each(12, (tools, i) =>
      tools.run(`pip show ${word(i)}`, `WARNING: Package(s) not found: ${word(i)}`, 1),
    ),
    'users of a machine': each(12, (tools, i) =>
      tools.run(`id ${word(i)}`, `id: ‘${word(i)}’: no such user`, 1),
    ),
    'keys of a store': each(12, (tools, i) =>
      tools.run(`redis-cli get session:${word(i)}`, '(nil)'),
    ),
    'releases with a commit': each(12, (tools, i) =>
      tools.run(`git tag --contains ${word(i)}-fix`, ''),
    ),
    'what was deleted, by its number': each(12, (tools, i) =>
      tools.run(`curl -s localhost:3000/api/users/${100 + i}`, '{"error":"Not found"}'),
    ),
  });
  row('ever other words that are looked for', 's by 12', {
    'in the history': each(13, (tools, i) => tools.run(`git log --oneline -S ${word(i)}`, '')),
    'in what others published': each(13, (tools, i) =>
      tools.run(`npm search ${word(i)}-${word(i + 2)}`, 'No packages found'),
    ),
  });
  row('ever other guesses at an address', 's by 12', {
    'of one server': each(14, (tools, i) =>
      tools.run(`curl -s localhost:3000/api/${word(i)}`, '{"error":"Not found"}'),
    ),
  });
  row('ever other guesses at one place, with nothing there', 's by 10', {
    'the rows of a table': each(12, (tools, i) =>
      tools.run(
        `psql -c "select id from customers where name like '%${word(i)}%'"`,
        ' id \n----\n(0 rows)',
      ),
    ),
  });

  row('old names are looked for after a change, and none is left', 'quiet', {
    'edited one by one': renamed(true, false),
    'by a stream editor': renamed(true, true),
  });
  row('names are looked for that nobody had taken out', 's by 24', {
    'after edits of others': renamed(false, false),
    'after other substitutions': renamed(false, true),
  });

  row('a server that still starts is asked whether it is up', 'watch at most', {
    'Redis, seven times': pinged('redis-cli ping', refused, 'PONG'),
    'PostgreSQL, in its container': pinged(
      'docker compose exec -T store pg_isready -U app',
      '/var/run/postgresql:5432 - no response',
      '/var/run/postgresql:5432 - accepting connections',
    ),
    'a server of web pages, in silence': pinged(
      'sleep 2 && curl -s localhost:3000/health',
      '',
      '{"ok":true}',
    ),
    MySQL: pinged(
      'mysqladmin ping -h 127.0.0.1',
      "mysqladmin: connect to server at '127.0.0.1' failed",
      'mysqld is alive',
    ),
  });
  row('a server that never gets up is asked whether it is', 's by 18', {
    'Redis, again and again': pinged('redis-cli ping', refused, undefined, 24),
  });
});
