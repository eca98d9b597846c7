/** Invented secrets in the forms in which they occur, and texts that only look alike. No secret stands here whole: scanners of hosting services would stop a push. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const WORD = LETTERS + DIGITS;
const HEX = '0123456789abcdef';

/** Characters as if made at random, the same in every run; a digit is always among them. */
export function made(length: number, from = WORD, seed = 7): string {
  let state = seed * 7919 + length * 104_729;
  const characters = Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from[Math.floor(state / 65_536) % from.length] ?? '';
  });
  characters[Math.floor(length / 2)] = '7';
  return characters.join('');
}

const token = (prefix: string, length: number, from = WORD): string =>
  [prefix, made(length, from)].join('');

/** By the name of what issues it. Each is shown in several places. */
export const tokens: Readonly<Record<string, string>> = {
  'OpenAI project key': token('sk-' + 'proj-', 48),
  'OpenAI service account key': token('sk-' + 'svcacct-', 60),
  'OpenAI key of old': token('sk-', 48),
  'Anthropic key': token('sk-' + 'ant-api03-', 93),
  'OpenRouter key': token('sk-' + 'or-v1-', 64, HEX),
  'Stripe secret key': token('sk_' + 'live_', 24),
  'Stripe long secret key': token('sk_' + 'live_51', 98),
  'Stripe test key': token('sk_' + 'test_', 24),
  'Stripe restricted key': token('rk_' + 'live_', 24),
  'Stripe webhook secret': token('wh' + 'sec_', 32),
  'GitHub personal token': token('gh' + 'p_', 36),
  'GitHub app token': token('gh' + 's_', 36),
  'GitHub fine-grained token': token('github' + '_pat_', 82),
  'GitLab personal token': token('gl' + 'pat-', 20),
  'GitLab runner token': token('gl' + 'rt-', 20),
  'GitLab deploy token': token('gl' + 'dt-', 20),
  'npm token': token('np' + 'm_', 36),
  'PyPI token': token('py' + 'pi-AgEIcHlwaS5vcmc', 130),
  'RubyGems key': token('ruby' + 'gems_', 48, HEX),
  'Docker access token': token('dc' + 'kr_pat_', 27),
  'Slack bot token': ['xo' + 'xb', made(12, DIGITS), made(12, DIGITS, 8), made(24)].join('-'),
  'Slack user token': ['xo' + 'xp', made(12, DIGITS), made(12, DIGITS, 8), made(32, HEX)].join('-'),
  'Slack app token': ['xa' + 'pp', '1', 'A' + made(10), made(13, DIGITS), made(64, HEX)].join('-'),
  'Slack rotating token': token('xo' + 'xe.xo' + 'xp-1-', 60),
  'Hugging Face token': token('h' + 'f_', 34),
  'Groq key': token('gs' + 'k_', 52),
  'SendGrid key': ['S' + 'G', made(22), made(43)].join('.'),
  'Mailgun key': token('key' + '-', 32, HEX),
  'Twilio key': token('S' + 'K', 32, HEX),
  'DigitalOcean token': token('do' + 'p_v1_', 64, HEX),
  'DigitalOcean refresh token': token('do' + 'r_v1_', 64, HEX),
  'Vault service token': token('hv' + 's.', 92),
  'Vault batch token': token('hv' + 'b.', 138),
  'Vault token of old': token('s' + '.', 24),
  'Terraform token': [made(14), 'atlas' + 'v1', made(67)].join('.'),
  'Google API key': token('AI' + 'za', 35),
  'Google OAuth token': token('ya' + '29.', 120),
  'Google OAuth client secret': token('GOC' + 'SPX-', 28),
  'Google refresh token': token('1/' + '/0', 60),
  'Azure client secret': [made(3), '8Q' + '~', made(34)].join(''),
  'AWS access key id': token('AK' + 'IA', 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
  'AWS temporary key id': token('AS' + 'IA', 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
  'Shopify token': token('shp' + 'at_', 32, HEX),
  'Linear key': token('lin' + '_api_', 40),
  'Notion token': token('nt' + 'n_', 46),
  'Databricks token': token('da' + 'pi', 32, HEX),
  'Grafana token': token('gl' + 'sa_', 41),
  'Telegram bot token': [made(10, DIGITS), 'AA' + made(33)].join(':'),
  'Postman key': ['PM' + 'AK', made(24, HEX), made(34, HEX)].join('-'),
  'Tailscale key': ['ts' + 'key', 'auth', made(12), made(32)].join('-'),
  'Supabase token': token('sb' + 'p_', 40, HEX),
  'age key': token('AGE-SECRET' + '-KEY-1', 58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'),
  JWT: ['ey' + 'J' + made(33), 'ey' + 'J' + made(60), made(43)].join('.'),
};

const password = ['hunter', '2', '-', 'Zebra'].join('');
const phrase = ['correct', 'horse', 'battery', '9'].join(' ');
const opaque = made(40);
const hex = made(32, HEX);
const base64 = `${made(42)}/${made(42)}==`;
const pem = Array.from({ length: 6 }, (_, i) => made(64, WORD, i + 1)).join('\n');
const block = (kind: string, body: string): string =>
  [`-----BEGIN ${kind}-----`, body, `-----END ${kind}-----`].join('\n');

/** A text and what of it must not be shown. */
export type Sample = readonly [what: string, text: string, secret: string];

/** Values that a name, an option or a place tells. */
export const placed: readonly Sample[] = [
  // env files and shells
  ['DB_PASS in an env file', `DB_HOST=db\nDB_PASS=${password}\nDB_NAME=app`, password],
  ['a password with marks', `DB_PASS=${password},x!`, `${password},x!`],
  ['DB_PASSWORD before a command', `DB_PASSWORD=${password} npm start`, password],
  ['PGPASSWORD', `PGPASSWORD=${password} psql -h db`, password],
  ['MYSQL_PWD', `export MYSQL_PWD=${password}`, password],
  ['an exported key in quotes', `export API_KEY="${opaque}"`, opaque],
  ['a quoted value with spaces', `DB_PASSWORD="${phrase}"`, phrase],
  ['a value in single quotes with spaces', `export SMTP_PASS='${phrase}'`, phrase],
  ['AWS secret', `AWS_SECRET_ACCESS_KEY=${base64.slice(0, 40)}`, base64.slice(0, 40)],
  ['AWS secret in a profile', `aws_secret_access_key = ${opaque}`, opaque],
  ['SECRET_KEY_BASE', `SECRET_KEY_BASE=${hex}${hex}`, hex],
  ['JWT_SECRET', `JWT_SECRET=${opaque}`, opaque],
  ['a key of an unknown service', `WEATHER_KEY=${opaque}`, opaque],
  ['ENCRYPTION_KEY', `ENCRYPTION_KEY=${base64}`, base64],
  ['PowerShell', `$env:GH_TOKEN = "${opaque}"`, opaque],
  ['fish', `set -gx NPM_TOKEN=${opaque}`, opaque],
  ['a Dockerfile', `ENV DB_PASSWORD=${password}`, password],
  ['docker run', `docker run -e POSTGRES_PASSWORD=${password} postgres:16`, password],
  ['npmrc', `//registry.example.org/:_authToken=${opaque}`, opaque],
  ['npmrc of old', `_auth=${base64.slice(0, 40)}`, base64.slice(0, 40)],
  ['npmrc password', `//registry.example.org/:_password="${opaque}"`, opaque],
  ['pip.conf', `index-url = https://me:${password}@pypi.example.org/simple`, password],
  // options
  ['--password X', `tool login --user me --password ${password}`, password],
  ['--password=X', `tool login --password=${password}`, password],
  ['--password with spaces', `tool login --password "${phrase}"`, phrase],
  ['--password= with spaces', `tool login --password='${phrase}'`, phrase],
  ['--token X', `vercel deploy --token ${opaque}`, opaque],
  ['--api-key X', `tool --api-key ${opaque} run`, opaque],
  ['--client-secret X', `az login --service-principal --client-secret ${opaque}`, opaque],
  ['--secret-key=X', `mc alias set --secret-key=${opaque}`, opaque],
  ['--auth-token X', `sentry-cli --auth-token ${opaque} releases`, opaque],
  ['--pass X', `wg --pass ${password}`, password],
  ['options in a list', `["tool", "--password", "${password}"]`, password],
  ['options in YAML', `args:\n  - --password\n  - ${password}\n`, password],
  ['curl -u', `curl -u me:${password} https://example.org`, password],
  ['curl -u in quotes', `curl -s -u "me:${phrase}" https://example.org`, phrase],
  ['curl --user', `curl -fsSL --user 'me:${password}' https://example.org`, password],
  ['curl --user=', `curl --user=me:${password} https://example.org`, password],
  ['curl proxy user', `curl --proxy-user me:${password} https://example.org`, password],
  ['wget', `wget --user=me --password=${password} https://example.org`, password],
  ['httpie', `http -a me:${password} example.org`, password],
  ['docker login', `docker login -u me -p ${password} registry.example.org`, password],
  ['sshpass', `sshpass -p '${password}' ssh me@host`, password],
  ['mysql -p', `mysql -u root -p${password} app`, password],
  ['mysqldump -p', `mysqldump -h db -uroot -p'${password}' app`, password],
  ['redis-cli -a', `redis-cli -h cache -a ${password} ping`, password],
  ['openssl', `openssl rsa -in key.pem -passin pass:${password}`, password],
  // headers
  ['Authorization: Bearer', `Authorization: Bearer ${opaque}`, opaque],
  ['Authorization: token', `curl -H "Authorization: token ${hex}" https://api.example.org`, hex],
  ['Authorization: Basic', `authorization: Basic ${base64.slice(0, 30)}`, base64.slice(0, 30)],
  ['Authorization: ApiKey', `-H 'Authorization: ApiKey ${opaque}'`, opaque],
  ['Authorization in code', `headers: { Authorization: \`Bearer ${opaque}\` }`, opaque],
  ['Authorization in JSON', `{"Authorization": "Bearer ${opaque}"}`, opaque],
  ['Proxy-Authorization', `Proxy-Authorization: Basic ${base64.slice(0, 30)}`, base64.slice(0, 30)],
  ['X-Api-Key', `X-Api-Key: ${hex}`, hex],
  ['X-Auth-Token', `> X-Auth-Token: ${hex}`, hex],
  ['Private-Token', `curl --header "PRIVATE-TOKEN: ${opaque}" https://git.example.org`, opaque],
  ['X-Vault-Token', `X-Vault-Token: ${opaque}`, opaque],
  ['Bearer alone', `sent Bearer ${opaque} and got 200`, opaque],
  ['Cookie', `Cookie: theme=dark; sid=${opaque}`, opaque],
  ['Cookie in a command', `curl -H 'Cookie: session=${hex}' https://example.org`, hex],
  ['Set-Cookie', `Set-Cookie: sid=${opaque}; Path=/; HttpOnly`, opaque],
  ['--cookie', `curl --cookie "sid=${opaque}" https://example.org`, opaque],
  ['cookie in JSON', `{"cookie":"a=b; sid=${opaque}"}`, opaque],
  // JSON, YAML, XML, code
  ['JSON', `{"user":"me","password":"${password}"}`, password],
  ['JSON with spaces', `{ "db_password" : "${phrase}" }`, phrase],
  ['JSON with a quote within', `{"password":"ab\\"${password}"}`, password],
  ['JSON within JSON', `{"body":"{\\"password\\":\\"${password}\\"}"}`, password],
  ['JSON within JSON, spaces', `{"body":"{\\"token\\": \\"${opaque}\\"}"}`, opaque],
  [
    'JSON within JSON twice',
    `{"a":"{\\"b\\":\\"{\\\\\\"secret\\\\\\":\\\\\\"${opaque}\\\\\\"}\\"}"}`,
    opaque,
  ],
  ['a header in JSON within JSON', `{"c":"curl -H \\"Authorization: token ${hex}\\" x"}`, hex],
  ['env in JSON within JSON', `{"c":"A=1\\nDB_PASS=${password}\\nB=2"}`, password],
  [
    'docker config',
    `{"auths":{"r.example.org":{"auth":"${base64.slice(0, 32)}"}}}`,
    base64.slice(0, 32),
  ],
  [
    'a service account',
    `{"private_key": "${block('PRIVATE KEY', pem).replaceAll('\n', '\\n')}"}`,
    made(64, WORD, 3),
  ],
  ['camel case', `{"accessToken":"${opaque}","clientSecret":"x"}`, opaque],
  ['client secret', `clientSecret: '${opaque}'`, opaque],
  ['smtpPass', `smtpPass: "${password}"`, password],
  ['YAML', `database:\n  user: me\n  password: ${password}\n`, password],
  ['YAML in quotes', `  api_key: '${opaque}'`, opaque],
  ['TOML', `secret_key = "${opaque}"`, opaque],
  ['properties', `spring.datasource.password=${password}`, password],
  ['XML', `<server><password>${password}</password></server>`, password],
  ['a constant', `const apiKey = '${opaque}';`, opaque],
  ['a constant with a type', `const apiKey: string = "${opaque}";`, opaque],
  ['an environment in code', `os.environ["API_TOKEN"] = "${opaque}"`, opaque],
  ['Go', `token := "${opaque}"`, opaque],
  ['Ruby', `:password => "${phrase}"`, phrase],
  // URLs and connection strings
  ['a URL with a password', `postgres://me:${password}@db:5432/app`, password],
  ['a URL without a user', `redis://:${password}@cache:6379/0`, password],
  ['a password with @', `mysql://me:p@${password}@db/app`, password],
  ['mongodb', `mongodb+srv://me:${password}@c0.example.net/?w=majority`, password],
  ['amqp', `amqps://me:${password}@mq/vhost`, password],
  ['git remote', `git clone https://oauth2:${opaque}@git.example.org/a/b.git`, opaque],
  ['a query', `https://api.example.org/v1?access_token=${opaque}&page=2`, opaque],
  ['an api_key in a query', `GET /v1/x?q=a&api_key=${hex} 200`, hex],
  ['a signed URL of Azure', `https://x.blob.example.net/a?sv=2022&sig=${made(43)}%3D`, made(43)],
  ['a signed URL of AWS', `https://b.example.com/a?X-Amz-Signature=${hex}${hex}`, hex],
  [
    'a webhook of Slack',
    `https://hooks.slack.com/services/T0${made(8)}/B0${made(9)}/${opaque}`,
    opaque,
  ],
  [
    'a webhook of Discord',
    `https://discord.com/api/webhooks/123456789012345678/${made(68)}`,
    made(68),
  ],
  [
    'Azure storage',
    `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${base64};EndpointSuffix=core`,
    base64,
  ],
  [
    'Azure service bus',
    `Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=${base64}`,
    base64,
  ],
  ['ADO.NET', `Server=db;Database=app;User Id=me;Password=${password};Encrypt=true`, password],
  ['ODBC', `Driver={SQL};Uid=me;Pwd=${password};`, password],
  // files
  ['netrc', `machine git.example.org login me password ${password}`, password],
  ['netrc on lines', `machine example.org\n  login me\n  password ${password}\n`, password],
  ['netrc without login', `machine example.org password ${password}`, password],
  ['RSA key', block('RSA PRIVATE KEY', pem), made(64, WORD, 2)],
  ['EC key', block('EC PRIVATE KEY', pem), made(64, WORD, 2)],
  ['OpenSSH key', block('OPENSSH PRIVATE KEY', pem), made(64, WORD, 5)],
  ['PGP key', block('PGP PRIVATE KEY BLOCK', pem), made(64, WORD, 5)],
  ['a key cut off', block('PRIVATE KEY', pem).slice(0, 300), made(64, WORD, 2)],
];

/** Where the token of a service may stand; each kind of place for every one. */
export const surroundings: Readonly<Record<string, (token: string) => string>> = {
  'in prose': (secret) => `use ${secret}, please`,
  'in a command': (secret) => `tool run --with ${secret} | cat`,
  'in a text of JSON': (secret) => JSON.stringify({ text: `see\n${secret}\nend` }),
  'in JSON within JSON': (secret) => JSON.stringify({ a: JSON.stringify({ b: `x\t${secret}` }) }),
  'in a query': (secret) => `https://example.org/?q%3D${secret}&b=1`,
};

const sha = made(40, HEX);
const digest = made(64, HEX);

/** Texts that stay as they are. */
export const harmless: readonly string[] = [
  // hashes, ids, versions
  `commit ${sha}`,
  `HEAD is now at ${sha.slice(0, 7)} Mend the parser`,
  `index ${sha.slice(0, 10)}..${made(10, HEX, 9)} 100644`,
  `sha256:${digest}`,
  `node:22@sha256:${digest}`,
  `ghcr.io/acme/tool@sha256:${digest}`,
  `md5 ${made(32, HEX)}  file.zip`,
  `"integrity": "sha512-${made(60)}/${made(25)}=="`,
  `"resolved": "https://registry.example.org/a/-/a-1.2.3.tgz#${sha}"`,
  'id 8c2f1f0e-3a57-4b0e-9d0a-7a1d2c3b4e5f',
  'trace 4bf92f3577b34da6a3ce929d0e0e4736',
  'toolu_01A09q90qw90lq917835lq9',
  'msg_01XFDUDYJgAACzvnptvVoYEL',
  'call_abc123def456ghi789jkl012',
  'typescript@5.9.2-dev.20260115.abcdef',
  '2026-11-22T15:31:51.123456789Z',
  'go.sum h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0x7ffeefbff5c81234567890abcdef',
  'arn:aws:iam::123456789012:role/deploy-production',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA',
  // names of files and of things
  'src/token.ts:12: error TS2322',
  'src/auth/password.test.ts',
  'tests/test_secret_key_rotation_v2_final.py',
  'sk-loading-indicator-primary-button',
  'npm_config_registry_mirror_fallback',
  'npm_lifecycle_event_of_the_second_run2',
  'key-value-store-of-the-second-generation',
  'cat /etc/passwd: No such file or directory',
  '/etc/passwd:root:x:0:0:root:/root:/bin/bash',
  'glob-parent-directory-2',
  'figure_out_what_the_function_of_the_day_does_1',
  // prose
  'a password is needed',
  'Enter your password: please try again',
  'tokenize the password field',
  'tokens: 12 of 40, max_tokens: 4096',
  'token_count=1234567',
  'the token: expected something else',
  'Unexpected token: punctuation',
  'git commit -m "secret: no"',
  'PASS: 12, FAIL: 0',
  'PASS src/a.test.ts (5 s)',
  'PWD=/home/dev/project',
  'bypass=enabled',
  'author: Somebody Unknown',
  'Cookie: a small file',
  'authorization: required',
  'the bearer of this letter',
  'curl -u is short for --user',
  'docker run --user 1000:1000 -p 8080:8080 app',
  // options
  'tool login --password-file ./secret.txt',
  'docker login -u me --password-stdin',
  'tool --password option',
  'tool --token-file /run/secrets/token',
  'ssh-keygen --private-key ~/.ssh/id_ed25519',
  '--password=$DB_PASSWORD',
  '--token "$(cat token.txt)"',
  'curl -H "Authorization: Bearer $TOKEN" https://example.org',
  'curl -H "Authorization: Bearer ${TOKEN}" https://example.org',
  'Authorization: Bearer <token>',
  'curl -u "$USER:$PASS" https://example.org',
  'mysql -u root -p app',
  // code
  'password: string',
  'password: string | undefined;',
  'const token = getToken()',
  'const token = await readToken(file);',
  'token = process.env.API_TOKEN',
  'password = os.environ["DB_PASSWORD"]',
  'password=self.password',
  'token: vscode.CancellationToken',
  'function f(token: CancellationToken): void',
  'if (token === "identifier") return;',
  'if (password != null && password == other) {',
  'token=token, password=password',
  "credentials: 'same-origin'",
  '{"password": {"type": "string"}}',
  '{"token": "string"}',
  '"password": "Please enter your password"',
  'DB_PASSWORD=${DB_PASSWORD}',
  'password: ${{ secrets.DB_PASSWORD }}',
  'TOKEN=$(gh auth token)',
  'API_KEY=<your key>',
  'password=********',
  'secretName: my-tls-secret',
  'PRIMARY_KEY=user_id',
  'private_key: ./certs/server.pem',
  // URLs
  'https://example.org/a:b',
  'https://host:8080/a@b',
  'ssh://git@host:22/a/b.git',
  'git@github.com:acme/tool.git',
  'https://registry.example.org/@scope/name',
  'postgres://me:${DB_PASS}@db/app',
  'http://localhost:3000/?page=2&token_type=a',
];
