import { describe, expect, it } from 'vitest';
import { createEventReader } from './event-reader.ts';
import { readChange } from './live.ts';

describe('the event stream', () => {
  it('events that arrive in pieces are joined', () => {
    const read = createEventReader();
    expect(read('event: change\nda')).toEqual([]);
    expect(read('ta: {"topic":"task","ids":[1]}\n')).toEqual([]);
    expect(read('\n: a comment to keep it open\n\nevent: ready\r\ndata: {}\r\n\r\n')).toEqual([
      { event: 'change', data: '{"topic":"task","ids":[1]}' },
      { event: 'ready', data: '{}' },
    ]);
  });

  it('the subject of a change is read, and other events are ignored', () => {
    expect(readChange({ event: 'change', data: '{"topic":"job","ids":[]}' })).toEqual({
      topic: 'job',
      ids: [],
      mine: false,
      by: undefined,
    });
    expect(readChange({ event: 'change', data: '{"topic":"task","ids":[1,2],"mine":true}' })).toMatchObject({
      ids: [1, 2],
      mine: true,
    });
    expect(readChange({ event: 'change', data: '{"topic":"job","ids":[],"by":"r-1"}' })?.by).toBe('r-1');
    expect(readChange({ event: 'change', data: '{"topic":"moon"}' })).toBeNull();
    expect(readChange({ event: 'change', data: 'not json' })).toBeNull();
    expect(readChange({ event: 'ready', data: '{}' })).toBeNull();
  });
});
