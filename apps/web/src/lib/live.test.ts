import { describe, expect, it } from 'vitest';
import { eventReader, topicOf } from './live.ts';

describe('the event stream', () => {
  it('puts events together that come in pieces', () => {
    const read = eventReader();
    expect(read('event: change\nda')).toEqual([]);
    expect(read('ta: {"topic":"task","ids":[1]}\n')).toEqual([]);
    expect(read('\n: a comment to keep it open\n\nevent: ready\r\ndata: {}\r\n\r\n')).toEqual([
      { event: 'change', data: '{"topic":"task","ids":[1]}' },
      { event: 'ready', data: '{}' },
    ]);
  });

  it('names the topic of a change and nothing of other events', () => {
    expect(topicOf({ event: 'change', data: '{"topic":"job","ids":[]}' })).toBe('job');
    expect(topicOf({ event: 'change', data: '{"topic":"moon"}' })).toBeNull();
    expect(topicOf({ event: 'change', data: 'not json' })).toBeNull();
    expect(topicOf({ event: 'ready', data: '{}' })).toBeNull();
  });
});
