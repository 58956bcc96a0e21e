import type { ExportLanguage } from '@darkroom/contract/fields';

type Dictionary = { readonly [key: string]: string | Dictionary };

// The dictionaries of the screens, so that files have the same words as their pages.
const files = import.meta.glob<Dictionary>(
  '../../web/public/locales/*/{allowance,category,common,customer,errors,export,field,floor,group,history,job,mail,permission,portal,price,dueDate,quality,recordImport,redo,request,staff,status,table,task,team,webhook,work}.json',
  {
    import: 'default',
    eager: true,
  },
);

const byName = new Map(
  Object.entries(files).map(([path, words]) => [path.split('/').slice(-2).join('/').replace('.json', ''), words]),
);

/** Returns the text of a key such as `export:field.tasks`, with the given values for its `{{n}}`. */
export type Translate = (key: string, values?: Readonly<Record<string, string>>) => string;

/** Returns the texts of a language. An untranslated key is returned unchanged. */
export const getTranslate =
  (language: ExportLanguage): Translate =>
  (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    let found: string | Dictionary | undefined = byName.get(`${language}/${namespace}`);
    for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found !== 'string') return key;
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  };
