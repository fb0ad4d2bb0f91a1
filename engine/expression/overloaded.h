// A visitor of std::variant written as a row of lambdas.
#pragma once

namespace partita {

template <class... Functions>
struct overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

}  // namespace partita
