import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file says of itself (decision 097). */
const environmentOf = ({ moduleId }: TestSpecification) =>
  /@vitest-environment ([\w-]+)/.exec(readFileSync(moduleId, 'utf8').slice(0, 200))?.[1] ?? 'node';

/**
 * Files of one environment follow each other: a process is kept for the next file only if that wants the same, and a new one
 * loads React and Ant Design again.
 */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const together = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const key = `${file.project.name} ${environmentOf(file)}`;
      together.set(key, [...(together.get(key) ?? []), file]);
    }
    return [...together.values()].flat();
  }
}

/** Plain unit tests. They keep nothing in modules, and starting a process for each file took longer than running them. */
const plain = { isolate: false } as const;

export default defineConfig({
  test: {
    // Two cores, two at work: left alone, one of them would idle.
    maxWorkers: 2,
    sequence: { sequencer: ByEnvironment },
    // Each app says for itself what its tests need.
    projects: [
      'apps/*',
      { root: 'packages/domain', test: { name: '@darkroom/domain', ...plain } },
      { root: 'packages/contract', test: { name: '@darkroom/contract', ...plain } },
      { test: { name: 'tools', include: ['tools/**/*.test.mjs'], ...plain } },
    ],
  },
});
