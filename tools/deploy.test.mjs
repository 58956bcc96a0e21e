import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathInRoot } from './root.mjs';

const read = (file) => readFileSync(pathInRoot('deploy', file), 'utf8');

/**
 * Parses the YAML of the project's own files: maps and lists by indentation, flow lists and maps, plain and quoted
 * texts. Throws on anything else.
 */
function parseYaml(text) {
  const lines = text
    .split('\n')
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }))
    .filter(({ indent, text: words }) => indent >= 0 && !words.startsWith('#'));
  const parseScalar = (words) => {
    if (/^".*"$/.test(words)) return JSON.parse(words);
    if (/^'[^']*'$/.test(words)) return words.slice(1, -1);
    if (/^[[|>&*!]/.test(words)) throw new Error(`not read here: ${words}`);
    if (/^\{.*\}$/.test(words))
      return Object.fromEntries(
        words
          .slice(1, -1)
          .split(',')
          .map((pair) => pair.split(':').map((part) => part.trim())),
      );
    return words;
  };
  let at = 0;
  const block = (indent) => {
    const isList = lines[at]?.text.startsWith('- ');
    const list = [];
    const map = {};
    while (at < lines.length && lines[at].indent === indent) {
      const line = lines[at];
      if (line.text.startsWith('- ') !== isList) throw new Error(`list and map in one: ${line.text}`);
      const entry = isList ? line.text.slice(2) : line.text;
      const pair = /^([\w.-]+):(?:\s+(.*))?$/.exec(entry);
      if (isList && pair) {
        // A map can begin on the line of its dash.
        lines[at] = { indent: indent + 2, text: entry };
        list.push(block(indent + 2));
        continue;
      }
      at += 1;
      if (isList) list.push(parseScalar(entry));
      else if (!pair) throw new Error(`neither list nor map: ${line.text}`);
      else if (pair[2] !== undefined) map[pair[1]] = parseScalar(pair[2]);
      else map[pair[1]] = lines[at]?.indent > indent ? block(lines[at].indent) : null;
    }
    if (lines[at]?.indent > indent) throw new Error(`indented without a reason: ${lines[at].text}`);
    return isList ? list : map;
  };
  return block(0);
}

const settings = [
  ...readFileSync(pathInRoot('apps/server/src/config.ts'), 'utf8').matchAll(
    /(?:value|readInteger|readUrl)\('([A-Z_]+)'/g,
  ),
].map(([, name]) => name);
/**
 * Memory for data that lives as long as a request. With the 16 MB default of Node, garbage collection takes a tenth of
 * the processor (docs/production.md).
 */
const YOUNG = '--max-semi-space-size=64';
const START = [YOUNG, '--enable-source-maps', 'apps/server/dist/server/main.js'];

it('every way to start and measure uses the same flags', () => {
  const { scripts } = JSON.parse(readFileSync(pathInRoot('package.json'), 'utf8'));
  expect(scripts.start).toBe(`exec node ${YOUNG} tools/start.mjs`);
  expect(readFileSync(pathInRoot('apps/seed/src/bench/processes.ts'), 'utf8')).toContain(`'${YOUNG}'`);
});

describe('the compose file', () => {
  const { services, volumes, networks } = parseYaml(read('compose.yaml'));

  it('the file runs the server, PostgreSQL 18 and Caddy with health checks and restarts', () => {
    expect(Object.keys(services)).toEqual(['database', 'darkroom', 'caddy']);
    expect(services.database.image).toMatch(/postgres:18$/);
    expect(services.caddy.image).toMatch(/caddy:2$/);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ restart: 'unless-stopped', security_opt: ['no-new-privileges:true'] });
      expect(service.healthcheck.test.length).toBeGreaterThan(1);
    }
    expect(services.darkroom.depends_on.database.condition).toBe('service_healthy');
  });

  it('the server writes only to backups and temporary files, without privileges', () => {
    expect(services.darkroom).toMatchObject({
      user: '1000:1000',
      read_only: 'true',
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      volumes: ['backups:/backups'],
      stop_grace_period: '20s',
    });
    expect(services.darkroom.environment.BACKUP_TO).toBe('/backups');
    expect(services.darkroom.logging.options['max-size']).toBe('50m');
  });

  it('only Caddy is open to the outside, and data is in volumes', () => {
    expect(
      Object.entries(services)
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
    ).toEqual(['caddy']);
    expect(services.database.networks).toEqual(['inside']);
    expect(networks.inside.internal).toBe('true');
    // The image of PostgreSQL 18 has its data in a folder of its version below this folder.
    expect(services.database.volumes).toEqual(['database:/var/lib/postgresql']);
    const used = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]));
    expect(new Set(Object.keys(volumes))).toEqual(new Set(used.filter((name) => !name.startsWith('.'))));
  });

  it('the file contains no secret and names only existing settings', () => {
    const { environment } = services.darkroom;
    expect(Object.keys(environment).filter((name) => !settings.includes(name))).toEqual([]);
    for (const name of ['POSTGRES_PASSWORD', 'METRICS_TOKEN', 'DARKROOM_DOMAIN'])
      expect(read('compose.yaml')).toContain(`\${${name}:?`);
    expect(environment.TRUST_PROXY).toBe('1');
  });
});

describe('the image', () => {
  const text = read('Containerfile');

  it('the image starts the build result as an unprivileged user on a maintained Node', () => {
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^RUN install -d -o node .* \/backups$/m);
    expect(text).toMatch(/^HEALTHCHECK /m);
    expect([...text.matchAll(/^FROM \S+\/node:(\d+)/gm)].map(([, major]) => Number(major))).toEqual([24, 24]);
    expect(JSON.parse(/^CMD (\[.*\])$/m.exec(text)[1])).toEqual(['node', ...START]);
  });

  it('the image has the commands for operators, none that empties or fills a database', () => {
    const [, removed] = /&& rm -f ((?:[\w-]+\.js\* ?)+)/.exec(text);
    const keptCommands = readdirSync(pathInRoot('apps/server/src/commands'))
      .map((file) => file.replace('.ts', ''))
      .filter((name) => !removed.split(' ').includes(`${name}.js*`));
    expect(keptCommands.sort()).toEqual(['archive', 'backup', 'create-superuser', 'erase', 'restore', 'verify']);
  });

  it('the image contains no secret, because the settings are excluded from the build context', () => {
    expect(read('Containerfile.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['deploy/.env', 'deploy/settings.env']),
    );
  });

  it('the image copies only existing files', () => {
    const sources = [...text.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, from]) => from.split(' '));
    const named = sources
      .map((path) => path.replace('/srv/darkroom/', ''))
      .filter((path) => !/dist|node_modules/.test(path));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((path) => !existsSync(pathInRoot(path)))).toEqual([]);
  });
});

describe('the systemd unit', () => {
  const unit = read('darkroom.service');

  it('the unit starts the same program as the image, with the same stop time', () => {
    expect(/^ExecStart=(.*)$/m.exec(unit)[1]).toBe(`/usr/bin/node ${START.join(' ')}`);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)[1])).toBeGreaterThan(15);
    const named = /^Environment=(.*)$/m
      .exec(unit)[1]
      .split(' ')
      .map((pair) => pair.split('=')[0]);
    expect(named.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze'))('the unit is valid for systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'darkroom-unit-'));
    const file = join(folder, 'darkroom.service');
    // The path of Node on this machine does not matter for the unit.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('darkroom.service'))).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('the alert rules', () => {
  it('each rule has a condition, a severity, a summary, a description and a runbook', () => {
    const [{ rules }] = parseYaml(read('alerts.yml')).groups;
    expect(rules.length).toBeGreaterThan(9);
    for (const rule of rules) {
      expect(rule).toMatchObject({ alert: expect.stringMatching(/^Darkroom/), expr: expect.stringMatching(/[<>=]/) });
      expect(rule.labels.severity).toMatch(/^(page|warn)$/);
      expect(rule.annotations.summary.length).toBeGreaterThan(10);
      expect(rule.annotations.description.length).toBeGreaterThan(10);
      const [page, anchor] = rule.annotations.runbook_url.split('#');
      const headings = readFileSync(pathInRoot(page), 'utf8').match(/^#+ .*$/gm);
      const anchors = headings.map((line) => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'));
      expect(anchors).toContain(anchor);
    }
  });

  // Installed by Debian's package prometheus.
  const { error: missing } = spawnSync('promtool', ['--version']);
  it.runIf(!missing)('the rules are valid for Prometheus', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', pathInRoot('deploy', 'alerts.yml')]);
    expect([status, [stdout, stderr].join('')]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
