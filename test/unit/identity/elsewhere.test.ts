/** What commands for other machines and containers do there. */
import assert from 'node:assert/strict';
import { classifyCommand } from '../../../src/core/identity/command/command.js';
import { looksElsewhere } from '../../../src/core/identity/command/elsewhere.js';

const looks = (command: string): boolean =>
  classifyCommand(command).segments.every(({ words }) => looksElsewhere(words));

describe('commands that run elsewhere', () => {
  const onlyLook = [
    "ssh build1.test 'df -h /'",
    'ssh -p 2222 -o BatchMode=yes root@build1.test ls -l /var/log',
    'ssh nas.test "du -xh / | sort -rh | head -5"',
    'docker exec -it shop-db-1 cat /etc/os-release',
    'docker compose exec -u root web tail -n 20 /var/log/app.log',
    'kubectl exec -n shop deploy/orders -c app -- printenv LOG_LEVEL',
  ];
  for (const command of onlyLook) {
    it(`${command} only looks`, () => {
      assert.ok(looks(command));
    });
  }

  const mayAct = [
    'ssh build1.test',
    'ssh gw1.test "set interfaces eth2 mtu 9000"',
    "ssh build1.test 'rm -rf /tmp/build'",
    "ssh build1.test 'cd /srv && ./deploy.sh'",
    'docker exec shop-db-1 psql -c "delete from carts"',
    'kubectl exec deploy/orders -- sh -c "kill 1"',
    'docker run --rm app cat /etc/os-release',
    'kubectl get pods',
    'ls -l',
  ];
  for (const command of mayAct) {
    it(`${command} may do something there, or does not run there`, () => {
      assert.ok(!looks(command));
    });
  }
});
