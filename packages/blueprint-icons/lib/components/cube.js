import { jsx as _jsx } from "react/jsx-runtime";
/*
 * Copyright 2024 Palantir Technologies, Inc. All rights reserved.
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
import * as React from "react";
import { IconSize } from "../iconTypes.js";
import { SVGIconContainer } from "../svgIconContainer.js";
/** Path data for the 16px grid; matches {@link generate-icon-paths.mjs} / `<Icon />` from core. */
const PATHS_16 = ["M14.194 3.54 8 7.41 1.806 3.54 7.504.283a1 1 0 0 1 .992 0zm.75.71a1 1 0 0 1 .056.33v6.84a1 1 0 0 1-.504.868L8.5 15.714V8.277zm-13.888 0L7.5 8.277v7.437l-5.996-3.426A1 1 0 0 1 1 11.42V4.58a1 1 0 0 1 .056-.33"];
/** Path data for the 20px grid; matches {@link generate-icon-paths.mjs} / `<Icon />` from core. */
const PATHS_20 = ["m1.953 4.481 7.41-4.02a1.34 1.34 0 0 1 1.275 0l7.409 4.02L10 9.22zm-.817.68L9.5 10.085v9.281a1 1 0 0 1-.138-.064l-7.714-4.186A1.21 1.21 0 0 1 1 14.057v-8.35c0-.193.048-.38.136-.547m17.728 0c.088.166.136.353.136.546v8.35c0 .438-.247.842-.648 1.06l-7.714 4.186q-.067.037-.138.064v-9.281z"];
export const CubeIcon = React.forwardRef((props, ref) => {
    const isLarge = (props.size ?? IconSize.STANDARD) >= IconSize.LARGE;
    const paths = isLarge ? PATHS_20 : PATHS_16;
    return (_jsx(SVGIconContainer, { iconName: "cube", ref: ref, ...props, children: paths.map((d, i) => (_jsx("path", { d: d, fillRule: "evenodd" }, i))) }));
});
CubeIcon.displayName = `Blueprint6.Icon.CubeIcon`;
/**
 * @deprecated Use {@link CubeIcon} instead.
 */
export const Cube = CubeIcon;
export default CubeIcon;
