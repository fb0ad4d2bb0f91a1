// What can go wrong, said once for the window, the command line and the endpoint.
// An Error names the fault in the service's words where the service has words for it, and in ours for files.
// Immutable value; any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace partita {

enum class ErrorCode {
    // The service's own, by its names.
    Validation,
    ConditionalCheckFailed,
    ResourceNotFound,
    TableNotFound,  // what operations on backups say instead
    ResourceInUse,
    LimitExceeded,
    ItemCollectionSizeLimitExceeded,
    ProvisionedThroughputExceeded,
    Throttling,
    TransactionCanceled,
    TransactionConflict,
    TransactionInProgress,
    IdempotentParameterMismatch,
    DuplicateItem,
    TrimmedDataAccess,
    ExpiredIterator,
    AccessDenied,
    Serialization,
    UnknownOperation,
    // Of files and of this program.
    FileMissing,
    FileEmpty,
    ForeignFile,  // not a table file at all, or another program's SQLite file
    DamagedFile,
    NewerVersion,   // made by a later Partita
    HeldByAnother,  // another process has it open for writing
    ReadOnly,
    DiskFull,
    InputOutput,
    BadInput,  // a source that is to be read (JSON, a trace, a schema) is not what it should be
    Cancelled,
    Internal,
};

/// Bytes [begin, end) of the text that the caller gave.
struct SourceRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// What some errors carry beside their message: see engine/request.h.
struct FailureDetail;

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string
        message;  // a whole sentence for people: what is wrong, and what to do where that is not obvious
    std::string where;  // the place: a file, "line 7", an attribute; may be empty
    std::optional<SourceRange> range;
    std::shared_ptr<const FailureDetail> detail;  // null: none

    /// One of the service's own errors.
    static Error of(ErrorCode code, std::string message);
    static Error validation(std::string message, std::string where = {});
    static Error notFound(std::string message);
    static Error badInput(std::string message, std::string where = {});
    static Error file(ErrorCode code, std::string message, std::string path);
    static Error cancelled();
    static Error internal(std::string message);

    /// "where: message", or the message alone.
    std::string text() const;
};

/// The service's type name ("ValidationException"); empty for faults that the service does not know.
std::string_view serviceName(ErrorCode code);

}  // namespace partita
