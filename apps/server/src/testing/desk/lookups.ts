import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { Client } from '../app.ts';

const { metadata, updateMetadata } = endpoints.setting;
type Key = 'calendar' | 'turnarounds';
export type LookupValue = InputOf<typeof updateMetadata>['value'];

/** Creates the requests that read and change the hours and turnarounds of a bureau as one of its people. */
export function createLookupCalls(person: () => Client) {
  const readLookup = async (key: Key) =>
    (await person().call(metadata, { data_type: 'JOB_TASK' })).results.find((row) => row.key === key)!;
  const changeLookup = async (key: Key, value: LookupValue) => {
    const { version } = await readLookup(key);
    return person().send(updateMetadata, { data_type: 'JOB_TASK', key, version, value });
  };
  return { setting: readLookup, changeLookup };
}
