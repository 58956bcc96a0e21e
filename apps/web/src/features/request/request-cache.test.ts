import type { OutputOf } from '@darkroom/contract/endpoint';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createRequestRow } from '../../testing/rows.ts';
import { putRequest } from './request-cache.ts';
import { toColumnInput, requestList } from './request-search.ts';

type List = OutputOf<typeof requestEndpoints.list>;

const unread = createRequestRow({ id: 1, type: 'CHANGE_REQUESTS', status: 'NEED_REVIEW', unread: 1 });
const fault = createRequestRow({ id: 2, type: 'FAULTS', status: 'NEED_REVIEW' });
const change = createRequestRow({ id: 3, type: 'CHANGE_REQUESTS', status: 'NEED_REVIEW' });
const moved = createRequestRow({ id: 4, type: 'FAULTS', status: 'TODO' });

describe('a card that returns to a column', () => {
  it('the card returns after unread requests and older complaints in Need Review', () => {
    const client = new QueryClient();
    const search = requestList.schema.parse({});
    const getKey = (status: 'NEED_REVIEW' | 'TODO') => [
      requestEndpoints.list.name,
      toColumnInput(search, 'CS_BOARD', status, 50),
    ];
    const listOf = (results: List['results']): List => ({ results, totals: [], total_items: 3, total_pages: 1 });
    client.setQueryData(getKey('NEED_REVIEW'), listOf([unread, fault, change]));
    client.setQueryData(getKey('TODO'), listOf([moved]));
    putRequest(client, { ...moved, status: 'NEED_REVIEW' });
    expect(client.getQueryData<List>(getKey('NEED_REVIEW'))?.results.map(({ id }) => id)).toEqual([1, 2, 4, 3]);
    putRequest(client, { ...change, status: 'TODO' });
    expect(client.getQueryData<List>(getKey('TODO'))?.results.map(({ id }) => id)).toEqual([3]);
  });
});
