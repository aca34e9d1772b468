export const rulesKey = ['resources', 'notifications'] as const
