import { describe, expect, it } from 'vitest';
import { toCategoryRows, type Catalogue, type CategoryFilter } from './tree.ts';

const createCat2 = (id: number, name: string, of: number, level: number, enabled = true) => ({
  id,
  name,
  level,
  enabled,
  estimate_minutes: 5,
  version: 1,
  cat1: { id: of, name: `c${of}` },
});
const catalogue: Catalogue = {
  service_type: {
    Video: { id: 2, name: 'Video', workstream: 'OTS', version: 1 },
    Portrait: { id: 1, name: 'Ảnh chân dung', workstream: 'PTE', version: 1 },
    Empty: { id: 3, name: 'Xử lý', workstream: 'OTS', version: 1 },
  },
  cat1: {
    Retouch: { id: 10, name: 'Retouch', service_type_id: 1, version: 1 },
    Colour: { id: 11, name: 'Colour', service_type_id: 1, version: 1 },
    Reel: { id: 12, name: 'Reel', service_type_id: 2, version: 1 },
  },
  cat2: {
    a: createCat2(100, 'Skin', 10, 2),
    b: createCat2(101, 'Basic', 10, 1, false),
    c: createCat2(102, 'Vertical', 12, 2),
  },
};
const listNames = (filter?: CategoryFilter) =>
  toCategoryRows(catalogue, filter).map((row) =>
    row.type === 'cat2' ? `    ${row.cat2.name}` : row.type === 'cat1' ? `  ${row.cat1.name}` : row.service_type.name,
  );

describe('the catalogue as one tree', () => {
  it('each level is below its parent, sorted by name, and categories 2 by level', () => {
    expect(listNames()).toEqual([
      'Ảnh chân dung',
      '  Colour',
      '  Retouch',
      '    Basic',
      '    Skin',
      'Video',
      '  Reel',
      '    Vertical',
      'Xử lý',
    ]);
  });

  it('a match keeps its children and parents, and marks are ignored', () => {
    expect(listNames({ text: 'anh chan' })).toEqual([
      'Ảnh chân dung',
      '  Colour',
      '  Retouch',
      '    Basic',
      '    Skin',
    ]);
    expect(listNames({ text: 'SKIN' })).toEqual(['Ảnh chân dung', '  Retouch', '    Skin']);
    expect(listNames({ text: 'nowhere' })).toEqual([]);
  });

  it('a filter by state keeps only those categories 2 and their parents', () => {
    expect(listNames({ enabled: false })).toEqual(['Ảnh chân dung', '  Retouch', '    Basic']);
    expect(listNames({ enabled: true, text: 'retouch' })).toEqual(['Ảnh chân dung', '  Retouch', '    Skin']);
  });

  it('a filter by service type keeps only its branch', () => {
    expect(listNames({ service_type_id: [2] })).toEqual(['Video', '  Reel', '    Vertical']);
    expect(listNames({ service_type_id: [] })).toHaveLength(9);
  });
});
