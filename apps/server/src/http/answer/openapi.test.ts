import { allEndpoints } from '@darkroom/contract/endpoints';
import { SHAPES } from '@darkroom/contract/record-shapes';
import { describe, expect, it } from 'vitest';
import { openApi, schemaOf } from './openapi.ts';

type Json = Record<string, unknown>;

/** The properties of every object that the document describes. */
function objectsIn(part: unknown): Record<string, Json>[] {
  if (part === null || typeof part !== 'object') return [];
  const { properties } = part as { properties?: Record<string, Json> };
  return [...(properties ? [properties] : []), ...Object.values(part).flatMap(objectsIn)];
}

const objects = objectsIn(await openApi());

describe('the API’s documentation', () => {
  it.each(SHAPES)('says of every field of a %s what it is', (noun, shape) => {
    const described = Object.entries(schemaOf(shape, 'output').properties as Record<string, Json>);
    expect(described.filter(([, { description }]) => !description)).toEqual([]);
    // The category calls answer a category 2 with its category 1 in short.
    const fields = described.filter(([name]) => noun !== 'category 2' || name !== 'cat1_id');
    const shown = objects.filter((properties) =>
      fields.every(([name, { description }]) => properties[name]?.description === description),
    );
    expect(shown.length).toBeGreaterThan(0);
  });

  it('is made call by call, with others’ turn after each: all of it at once takes a second', async () => {
    let turns = 0;
    let made = false;
    const next = () => {
      turns += 1;
      if (!made) setImmediate(next);
    };
    setImmediate(next);
    await openApi();
    made = true;
    expect(turns).toBeGreaterThan(allEndpoints.length - 2);
  });

  it('says it in the words of the screens, with what the value is counted in and whose id it is', () => {
    const task = objects.find((properties) => 'sub_prod_id' in properties && 'editor' in properties);
    expect(task).toMatchObject({
      editor: { description: 'Editor: the id of an account.' },
      job_date: { description: 'Date: a day, YYYY-MM-DD, in Bangkok.' },
      estimate_minutes: { description: 'Estimate Time (minutes): minutes.' },
      supporters: {
        items: { properties: { note: { description: expect.stringContaining('text of several lines') } } },
      },
    });
    const price = objects.find((properties) => 'retail_price' in properties && 'visible' in properties);
    expect(price?.retail_price?.description).toBe(
      'Retail price: an amount in the bureau’s currency, at most 3 decimals.',
    );
    const member = objects.find((properties) => 'salary_1' in properties && 'version' in properties);
    expect(member?.salary_1?.description).toContain('left out for who may not see it');
  });
});
