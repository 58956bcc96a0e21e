import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Reads the environment that a file names (decision 097). */
const environmentOf = ({ moduleId }: TestSpecification) =>
  /@vitest-environment ([\w-]+)/.exec(readFileSync(moduleId, 'utf8').slice(0, 200))?.[1] ?? 'node';

/**
 * Sorts files of one environment together. A process is reused only for a file with the same environment, because a new
 * process loads React and Ant Design again.
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

/**
 * Options of plain unit tests. They store nothing in modules, and starting a process for each file took longer than
 * running them.
 */
const plain = { isolate: false } as const;

export default defineConfig({
  test: {
    // Two workers for two cores. By default, one core would be idle.
    maxWorkers: 2,
    sequence: { sequencer: ByEnvironment },
    // Each app configures its own tests.
    projects: [
      'apps/*',
      { root: 'packages/domain', test: { name: '@darkroom/domain', ...plain } },
      { root: 'packages/contract', test: { name: '@darkroom/contract', ...plain } },
      { test: { name: 'tools', include: ['tools/**/*.test.mjs'], ...plain } },
    ],
  },
});
