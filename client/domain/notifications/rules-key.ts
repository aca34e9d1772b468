/** Under this key stands all that is read of notification rules, their list as well as each of them as a managed resource. */
export const rulesKey = ['resources', 'notifications'] as const
