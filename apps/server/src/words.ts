import type { ExportLanguage } from '@darkroom/contract/export';

type Dictionary = { readonly [key: string]: string | Dictionary };

// The screens' own dictionaries: a file calls things what the page it was taken from calls them.
const files = import.meta.glob<Dictionary>(
  '../../web/public/locales/*/{allowance,category,common,customer,errors,export,field,floor,group,job,permission,portal,price,promises,quality,redo,request,staff,status,table,task,team,work}.json',
  {
    import: 'default',
    eager: true,
  },
);

const byName = new Map(
  Object.entries(files).map(([path, words]) => [path.split('/').slice(-2).join('/').replace('.json', ''), words]),
);

/** `export:field.tasks` → the word, with those of its `{{n}}` filled in that are given. */
export type Words = (key: string, values?: Readonly<Record<string, string>>) => string;

/** The words of a language. A key nobody translated stands as it is. */
export const wordsOf =
  (language: ExportLanguage): Words =>
  (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    let found: string | Dictionary | undefined = byName.get(`${language}/${namespace}`);
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') return key;
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  };
