/** What kind a line is of, where its words alone would mislead. */
import assert from 'node:assert/strict';
import { classifyLine, findLack } from '../../../src/core/lines/line-kind.js';

describe('kinds of lines', () => {
  for (const heading of [
    'NAME                  READY   STATUS    RESTARTS   AGE',
    'CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS    PORTS     NAMES',
    'REPOSITORY   TAG   IMAGE ID   CREATED   SIZE',
    'NAMESPACE  NAME  READY(%)',
  ]) {
    it(`takes the names of columns for a frame: ${heading.replace(/ +/g, ' ')}`, () => {
      assert.equal(classifyLine(heading), 'frame');
    });
  }
  for (const [line, kind] of [
    ['READY', 'well'],
    ['PASS  src/cart.test.ts', 'acknowledgement'],
    ['READY  all 3 services are up', 'well'],
    ['BUILD  FAILED', 'error'],
    ['completed\tfailure\tci: try again\tCI\tmain', 'error'],
    ['completed\tsuccess\tci: try again\tCI\tmain', 'acknowledgement'],
    ['Error: no signature matches', 'hollow'],
    ['errors: no', 'well'],
    ['{"failed": "no", "count": 3', 'well'],
    ['shop-1   1/1   Running   0   3s', 'plain'],
  ] as const) {
    it(`leaves a line that tells something: ${line}`, () => {
      assert.equal(classifyLine(line), kind);
    });
  }
  for (const [lack, lines] of Object.entries({
    right: [
      'sudo: a password is required',
      'su: Authentication failure',
      'fatal: [web1]: FAILED! => {"msg": "Missing sudo password"}',
      'The security token included in the request is expired',
      'Unable to locate credentials. You can configure credentials by running "aws configure".',
      "ERROR: Please run 'az login' to setup account.",
      'To get started with GitHub CLI, please run:  gh auth login',
      'dev is not in the sudoers file.',
      'gpg: signing failed: No secret key',
    ],
    policy: [
      'deploy.ps1 cannot be loaded because running scripts is disabled on this system.',
      'This app has been blocked by your system administrator.',
    ],
    terminal: ['the input device is not a TTY', 'fatal: terminal prompts disabled'],
    person: ['Just a moment...', 'Verifying you are human. This may take a few seconds.'],
    disk: ['No space left on device', 'cp: out.bin: Read-only file system'],
    memory: ['fork: Cannot allocate memory'],
  })) {
    for (const line of lines) {
      it(`knows a wall by what is lacking, in whatever words: ${line}`, () => {
        assert.deepEqual([classifyLine(line), findLack(line)], ['wall', lack]);
      });
    }
  }
  for (const line of [
    'the signature is not required here',
    'all tokens valid, none expired',
    'test_invalid_password PASSED',
    'AssertionError: expected session to be expired',
    'Validation failed: password is required',
    'the policy is managed in Git',
  ]) {
    it(`takes no talk of a right for a wall: ${line}`, () => {
      assert.notEqual(classifyLine(line), 'wall');
    });
  }
  it('reads that none is unreachable as good', () => {
    const recap = 'web1 : ok=3 changed=0 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0';
    assert.equal(classifyLine(recap), 'well');
  });
  it('takes a heading that is filled up for a frame', () => {
    assert.equal(classifyLine('TASK [Gathering Facts] *********'), 'frame');
    assert.equal(classifyLine('PLAY RECAP ****'), 'frame');
    assert.equal(classifyLine('NOTE ** the table is gone'), 'plain');
  });
});
