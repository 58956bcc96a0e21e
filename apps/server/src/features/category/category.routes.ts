import type { Handlers } from '../../http/handlers.ts';
import { addCategory, deleteCategory, readCategories, updateCategories } from './category.service.ts';

export const categoryRoutes = {
  'category.list': ({ db }) => readCategories(db),
  'category.add': addCategory,
  'category.update': updateCategories,
  'category.delete': deleteCategory,
} satisfies Partial<Handlers>;
