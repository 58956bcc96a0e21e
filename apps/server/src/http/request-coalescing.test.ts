import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';
import { recordStatements } from '../testing/statements.ts';
import { createResponseSharing, shareRunning } from './request-coalescing.ts';

describe('shared responses', () => {
  it('a shared response is never older than the request and serves all callers', async () => {
    let readCount = 0;
    let truth = 0;
    const ask = shareRunning(async () => {
      readCount++;
      const readValue = truth;
      await sleep(5);
      return readValue;
    });
    const first = ask();
    await sleep(1);
    truth = 1;
    const later = await Promise.all(Array.from({ length: 10 }, ask));
    expect(await first).toBe(0);
    expect(later).toEqual(Array.from({ length: 10 }, () => 1));
    expect(readCount).toBe(2);
  });

  it('a shared response is read again after a failure', async () => {
    let fails = true;
    const ask = shareRunning(async () => {
      if (fails) throw new Error('the database is away');
      return 'here';
    });
    await expect(ask()).rejects.toThrow('away');
    fails = false;
    expect(await ask()).toBe('here');
  });
});

describe('responses shared by key', () => {
  it('a response belongs to one caller and key, and is never older than the request', async () => {
    const share = createResponseSharing<string>();
    let readCount = 0;
    let truth = 'before';
    const createQuestion = (who: string) => async () => {
      readCount++;
      const readValue = `${who} ${truth}`;
      await sleep(5);
      return readValue;
    };
    const [firstCaller, secondCaller] = [{}, {}];
    const first = share(firstCaller, 'list', createQuestion('one'));
    await sleep(1);
    truth = 'after';
    const later = Promise.all(Array.from({ length: 10 }, () => share(firstCaller, 'list', createQuestion('one'))));
    const otherResponse = share(secondCaller, 'list', createQuestion('other'));
    const narrowed = share(firstCaller, 'list of today', createQuestion('one'));
    expect(await first).toBe('one before');
    expect(new Set(await later)).toEqual(new Set(['one after']));
    expect([await otherResponse, await narrowed]).toEqual(['other after', 'one after']);
    expect(readCount).toBe(4);
  });

  it('a failed response fails for all waiting callers and is read again', async () => {
    const share = createResponseSharing<string>();
    const asker = {};
    const shareFailure = () => share(asker, 'list', () => Promise.reject(new Error('the database is away')));
    const outcomes = await Promise.allSettled([shareFailure(), shareFailure(), shareFailure()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await share(asker, 'list', () => Promise.resolve('here'))).toBe('here');
  });
});

describe('one list in many windows', () => {
  let bureau: TestApp;
  beforeAll(async () => {
    bureau = await createTestApp();
    await buildTask(bureau.db);
  });
  afterAll(() => bureau.close());

  it('a list is read once for parallel requests of one session', async () => {
    const boss = await bureau.as({ is_superuser: true });
    const otherUser = await bureau.as(['npn_view_all_tasks']);
    const listTasks = (client = boss, page_size = 50) => client.call(endpoints.task.list, { page_size });
    await Promise.all([listTasks(), listTasks(otherUser)]);
    const listReads = async (work: () => Promise<unknown>) =>
      (await recordStatements(work)).statements.filter(
        ({ text }) => text.includes('from task t') && text.includes('job_date'),
      ).length;
    const alone = await listReads(listTasks);
    expect(alone).toBeGreaterThan(0);
    const together = await listReads(() => Promise.all(Array.from({ length: 10 }, () => listTasks())));
    expect(together).toBeLessThanOrEqual(2 * alone);
    expect(await listReads(() => Promise.all([listTasks(), listTasks(otherUser), listTasks(boss, 20)]))).toBe(
      3 * alone,
    );
  });

  it('a list shows a change to every later request', async () => {
    const boss = await bureau.as({ is_superuser: true });
    for (let round = 0; round < 10; round++) {
      const before = Promise.all(Array.from({ length: 3 }, () => boss.call(endpoints.task.list, {})));
      await buildTask(bureau.db);
      const after = boss.call(endpoints.task.list, {});
      const [{ total_items: known }] = [await after];
      await before;
      expect(known).toBe(round + 2);
    }
  });
});
